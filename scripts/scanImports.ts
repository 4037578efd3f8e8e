/**
 * Finds what a TypeScript file imports without parsing it.
 *
 * TypeScript 7 has no JavaScript API and Node's own type stripping removes type-only imports, which are exactly the
 * ones a layering check must see. A tokenizer is enough: import syntax is unambiguous once comments, strings, regular
 * expressions and templates are out of the way.
 */
export interface Reference {
  readonly kind: 'import' | 'importType' | 'processEnv'
  /** The module named, `''` for `processEnv`. */
  readonly specifier: string
  readonly line: number
}

interface Token {
  readonly kind: 'word' | 'string' | 'punctuation'
  readonly text: string
  readonly line: number
}

/** After these words a slash starts a regular expression; after any other word it divides. */
const wordsBeforeExpression = new Set(
  'return typeof case in of instanceof new delete void throw do else yield await'.split(' '),
)

export function scanImports(source: string): readonly Reference[] {
  const tokens = tokenize(source)
  const references: Reference[] = []
  const textAt = (index: number) => (tokens[index]?.kind === 'string' ? undefined : tokens[index]?.text)
  const add = (kind: Reference['kind'], index: number) => {
    const token = tokens[index]
    if (token?.kind === 'string' && token.text !== '')
      references.push({ kind, specifier: token.text, line: token.line })
  }

  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const isMember = ['.', '?.', '#'].includes(textAt(index - 1) ?? '') && textAt(index - 2) !== 'globalThis'
    if (token.kind !== 'word' || isMember) continue

    if (token.text === 'import') {
      if (textAt(index + 1) === '(') add(isImportType(index) ? 'importType' : 'import', index + 2)
      else if (tokens[index + 1]?.kind === 'string') add('import', index + 1)
      else if (textAt(index + 1) === '.') {
        // import.meta.resolve('x') needs the package installed as much as an import does.
        if (textAt(index + 3) === '.' && textAt(index + 4) === 'resolve') add('import', index + 6)
      } else addFrom(index + 1)
    } else if (token.text === 'export') {
      const next = textAt(index + 1) === 'type' ? index + 2 : index + 1
      if (textAt(next) === '*' || textAt(next) === '{') addFrom(next)
    } else if (token.text === 'require') {
      if (textAt(index + 1) === '(') add('import', index + 2)
      else if (textAt(index + 1) === '.' && textAt(index + 2) === 'resolve') add('import', index + 4)
    } else if (token.text === 'process') {
      const dotted = ['.', '?.'].includes(textAt(index + 1) ?? '') && textAt(index + 2) === 'env'
      const computed = textAt(index + 1) === '[' && tokens[index + 2]?.text === 'env'
      const destructured = textAt(index - 1) === '=' && textAt(index - 2) === '}' && textAt(index + 1) !== '.'
      if (dotted || computed || destructured) references.push({ kind: 'processEnv', specifier: '', line: token.line })
    }
  }
  return references

  /** Walks one import or export clause: words, braces, commas and stars, up to `from 'x'` or whatever ends it. */
  function addFrom(start: number): void {
    for (let index = start; index < tokens.length; index++) {
      if (textAt(index) === 'from' && tokens[index + 1]?.kind === 'string') {
        add('import', index + 1)
        const importsEnv = tokens.slice(start, index).some(token => token.text === 'env')
        if (importsEnv && /^(node:)?process$/.test(tokens[index + 1]!.text)) {
          references.push({ kind: 'processEnv', specifier: '', line: tokens[index]!.line })
        }
        return
      }
      const inClause = tokens[index]!.kind !== 'punctuation' || '{},*'.includes(tokens[index]!.text)
      // Without this stop, `export { a }` would swallow the `from` of the statement after it.
      if (!inClause || (textAt(index) === '}' && textAt(index + 1) !== 'from')) return
    }
  }

  /**
   * `import('x')` is a promise, whose only members are then, catch and finally: any other member, or a `typeof` before
   * it, means that it stands in a type.
   */
  function isImportType(index: number): boolean {
    if (textAt(index - 1) === 'typeof') return true
    let depth = 0
    let close = index + 1
    do {
      if (textAt(close) === '(') depth++
      if (textAt(close) === ')') depth--
      close++
    } while (depth > 0 && close < tokens.length)
    return textAt(close) === '.' && !['then', 'catch', 'finally'].includes(textAt(close + 1) ?? '')
  }
}

function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = []
  /** One entry per `${` that is open: the depth of braces inside it. */
  const substitutions: number[] = []
  let position = 0
  let line = 1

  const push = (kind: Token['kind'], text: string) => tokens.push({ kind, text, line })
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position
    const text = pattern.exec(source)?.[0]
    if (text !== undefined) position += text.length
    return text
  }
  const countLines = (text: string) => {
    line += text.split('\n').length - 1
  }

  while (position < source.length) {
    const skipped = take(/\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|^#![^\n]*/y)
    if (skipped !== undefined) {
      countLines(skipped)
      continue
    }
    const word = take(/[\p{ID_Start}$_][\p{ID_Continue}$]*/uy)
    if (word !== undefined) {
      push('word', word)
      continue
    }
    const quoted = take(/'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y)
    if (quoted !== undefined) {
      push('string', quoted.slice(1, -1))
      countLines(quoted)
      continue
    }
    const character = source[position]!
    if (character === '`' || (character === '}' && substitutions.at(-1) === 0)) {
      if (character === '}') {
        substitutions.pop()
        push('punctuation', ')')
      }
      readTemplate()
      continue
    }
    if (character === '/' && startsExpression() && take(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*/y)) {
      push('string', '')
      continue
    }
    if (character === '{' && substitutions.length > 0) substitutions[substitutions.length - 1]!++
    if (character === '}' && substitutions.length > 0) substitutions[substitutions.length - 1]!--
    // A number counts as a word: after it a slash divides.
    const number = take(/\d[\w.]*/y)
    if (number !== undefined) push('word', number)
    else push('punctuation', take(/\?\.|=>|[\s\S]/uy)!)
  }
  return tokens

  /** Reads from a backtick, or from the brace that closes a substitution, to the next `${` or the closing backtick. */
  function readTemplate(): void {
    const opening = position
    position++
    const text = take(/(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y) ?? ''
    const substitution = source.startsWith('${', position)
    // A template with substitutions names no module: its pieces are kept only so that a slash after them divides.
    const whole = source[opening] === '`' && !substitution
    push('string', whole ? text : '')
    countLines(text)
    position += substitution ? 2 : 1
    if (substitution) {
      substitutions.push(0)
      push('punctuation', '(')
    }
  }

  function startsExpression(): boolean {
    const previous = tokens.at(-1)
    if (previous === undefined) return true
    if (previous.kind === 'string') return false
    if (previous.kind === 'word') return wordsBeforeExpression.has(previous.text)
    return ![')', ']', '}'].includes(previous.text)
  }
}
