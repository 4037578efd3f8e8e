import { resolve } from 'node:path'
import { startError } from '../cli/startError.ts'

/** Where the data is. `url` is what the store opens; it may hold a password, so it is never logged. */
export type DatabaseUrl =
  | { readonly kind: 'sqlite'; readonly url: string; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** `sqlite:<file>` (relative to the root) or `postgres://…`. */
export function parseDatabaseUrl(text: string, root: string): DatabaseUrl {
  if (text.startsWith('sqlite:')) {
    const path = text.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '')
    if (path === '' || path === ':memory:')
      throw startError('DATABASE_URL must name a file: sqlite:./data/relayer.sqlite')
    const absolute = resolve(root, path)
    return { kind: 'sqlite', url: `sqlite:${absolute}`, path: absolute }
  }
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return { kind: 'postgres', url: text }
  throw startError('DATABASE_URL must be sqlite:<file> or postgres://user@host/database')
}
