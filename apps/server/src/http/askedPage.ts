import type { PageQuery } from '@relayer/core'

/** A page to read, and the number the client gave it. */
export interface AskedPage extends PageQuery {
  readonly askedPage: number
}
