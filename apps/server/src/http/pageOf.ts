import type { PageQuery } from '@relayer/core'

/** The items of one page of a list that is there as a whole; page 0 has none. */
export function pageOf<T>(all: readonly T[], { page, perPage }: PageQuery): readonly T[] {
  const start = (page - 1) * perPage
  return page < 1 ? [] : all.slice(start, start + perPage)
}
