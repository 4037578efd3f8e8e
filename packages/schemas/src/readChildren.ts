import type { $ZodType, ParseContextInternal, ParsePayload, util } from 'zod/v4/core'

/** A part of a container: its key, its schema, and what is to be read (or written) there. */
export type Child = readonly [key: string | number, schema: $ZodType, value: unknown]

/**
 * The common half of `object` and `array`: runs every child, hands what was read to `keep` in order, and puts the
 * issues into the payload, each with the key of its child. Waits only if a child is asynchronous.
 */
export function readChildren(
  payload: ParsePayload,
  ctx: ParseContextInternal,
  children: readonly Child[],
  keep: (read: ParsePayload, child: Child) => void,
): util.MaybeAsync<ParsePayload> {
  const finish = (reads: readonly ParsePayload[]): ParsePayload => {
    for (const [i, child] of children.entries()) {
      const read = reads[i] as ParsePayload
      keep(read, child)
      for (const issue of read.issues) payload.issues.push({ ...issue, path: [child[0], ...(issue.path ?? [])] })
    }
    return payload
  }
  const reads = children.map(([, schema, value]) => schema._zod.run({ value, issues: [] }, ctx))
  return reads.some(read => read instanceof Promise) ? Promise.all(reads).then(finish) : finish(reads as ParsePayload[])
}
