/**
 * Checks the packages as their users get them: packed, linted, installed elsewhere, imported and type-checked.
 * `npm run build && node scripts/checkPackages.ts`
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports: Readonly<Record<string, unknown>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

interface Packed {
  readonly manifest: Manifest
  readonly tarball: string
}

const root = dirname(import.meta.dirname)
const problems: string[] = []
// Outside the repository: inside it, Node would find the workspace's own packages and hide what a tarball lacks.
const workplace = mkdtempSync(join(tmpdir(), 'relayer-packages-'))

try {
  const packed = globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .flatMap(path => packPackage(dirname(path)))
  for (const each of packed) {
    checkContents(each)
    run(workplace, process.execPath, [tool('publint'), 'run', each.tarball, '--strict'])
    run(workplace, process.execPath, [
      tool('attw'),
      each.tarball,
      '--profile',
      'esm-only',
      '--no-emoji',
      '--no-color',
      '--format',
      'ascii',
    ])
  }
  // @relayer/* is in no registry: schemas, which needs none of the others, installs alone; the rest only together.
  checkConsumer(
    'schemas-alone',
    packed.filter(({ manifest }) => manifest.name === '@relayer/schemas'),
  )
  checkConsumer('all-together', packed)
} finally {
  rmSync(workplace, { recursive: true })
}

for (const problem of problems) console.error(problem)
console.log(`packages: ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

function packPackage(directory: string): readonly Packed[] {
  const manifest = JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8')) as Manifest
  if (manifest.private) return []
  const output = run(join(root, directory), 'npm', [
    'pack',
    '--ignore-scripts',
    '--silent',
    '--pack-destination',
    workplace,
  ])
  return output === undefined ? [] : [{ manifest, tarball: join(workplace, output.trim().split('\n').at(-1)!) }]
}

function checkContents({ manifest: { name }, tarball }: Packed): void {
  const files = (run(workplace, 'tar', ['-tzf', tarball]) ?? '').split('\n').map(path => path.replace(/^package\//, ''))
  const read = (path: string) =>
    files.includes(path) ? run(workplace, 'tar', ['-xzOf', tarball, `package/${path}`]) : ''
  if (read('LICENSE') !== readFileSync(join(root, 'LICENSE'), 'utf8'))
    problems.push(`${name}: LICENSE is not the root's`)
  if (!read('README.md')?.includes('```')) problems.push(`${name}: no README.md with an example`)
  const unwanted = files.filter(path =>
    /\.test\.|\.tsbuildinfo$|\.env|\.tgz$|(^|\/)(fixtures|node_modules)\//.test(path),
  )
  for (const path of unwanted) problems.push(`${name}: ${path} does not belong in the tarball`)
}

/** Installs the tarballs in an empty project, imports every entry and type-checks a file that names them all. */
function checkConsumer(title: string, packed: readonly Packed[]): void {
  console.log(`consumer: ${title}`)
  const directory = join(workplace, title)
  mkdirSync(directory)
  const entries = packed.flatMap(({ manifest: { name, exports } }) =>
    Object.keys(exports)
      .filter(entry => !entry.endsWith('.json'))
      .map(entry => name + entry.slice(1)),
  )
  if (entries.length === 0) return void problems.push(`${title}: nothing to import`)
  writeJson(join(directory, 'package.json'), { name: title, private: true, type: 'module' })
  const installed = run(directory, 'npm', [
    ...'install --ignore-scripts --no-audit --no-fund --prefer-offline'.split(' '),
    ...packed.map(({ tarball }) => tarball),
    ...packed.flatMap(({ manifest }) => peersToInstall(manifest)),
  ])
  if (installed === undefined) return

  for (const entry of entries) {
    const script = `import('${entry}').then(entry => { if (Object.keys(entry).length === 0) throw Error('it exports nothing') })`
    run(directory, process.execPath, ['--stack-trace-limit=0', '-e', script])
  }
  const lines = entries.map((entry, index) => `export * as entry${index} from '${entry}'\n`)
  writeFileSync(join(directory, 'consumer.ts'), lines.join(''))
  writeJson(join(directory, 'tsconfig.json'), {
    compilerOptions: {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
    },
    files: ['consumer.ts'],
  })
  const { output } = spawn(directory, process.execPath, [tool('tsc'), '--pretty', 'false'])
  // Declarations of other people's packages are theirs to repair: skipLibCheck would hide ours as well.
  const ours = output
    .split('\n')
    .filter(line => /error TS/.test(line) && /^(consumer\.ts|node_modules\/@relayer\/|error)/.test(line))
  for (const line of ours) problems.push(`${title}: ${line}`)
}

/**
 * With the versions that we test with: the newest of a range may need packages that a registry lacks. Optional peers stay
 * away, because a package must load without them, except test runners: `/testing` entries are nothing without one.
 */
function peersToInstall({
  peerDependencies = {},
  peerDependenciesMeta = {},
  devDependencies = {},
}: Manifest): string[] {
  const testTools = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest).devDependencies ?? {}
  return Object.entries(peerDependencies)
    .filter(([name]) => !name.startsWith('@relayer/'))
    .filter(([name]) => !peerDependenciesMeta[name]?.optional || Object.hasOwn(testTools, name))
    .map(([name, range]) => `${name}@${devDependencies[name] ?? testTools[name] ?? range}`)
}

/** A tool of this workspace, by path: PATH stays as it is, because npm finds its global settings through its own Node. */
function tool(name: string): string {
  return join(root, 'node_modules/.bin', name)
}

/** Standard output, or undefined and a problem noted if the command failed. */
function run(directory: string, command: string, parameters: readonly string[]): string | undefined {
  const { status, stdout, output } = spawn(directory, command, parameters)
  if (status === 0) return stdout
  problems.push(`${[command, ...parameters].join(' ')} (exit ${status}):\n${output}`)
  return undefined
}

function spawn(directory: string, command: string, parameters: readonly string[]) {
  // npm run tells its children where the project is; an npm in another project must not believe it.
  const inherited = Object.entries(process.env).filter(
    ([key]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(key),
  )
  const env = { ...Object.fromEntries(inherited), NO_COLOR: '1' }
  const result = spawnSync(command, parameters, { cwd: directory, env, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (result.error) throw result.error
  return { status: result.status, stdout: result.stdout, output: result.stdout + result.stderr }
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value, undefined, 2))
}
