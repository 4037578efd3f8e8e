import * as z from 'zod'
import { checkShape } from './checkShape.ts'
import { misplaced, type Place, within } from './place.ts'

const flag = z.boolean().nullish()

const pluginEntry = z.looseObject({
  id: z.string().min(1, 'a plugin needs an id'),
  path: z.string().regex(/.\.ts$/, 'the path of a file ending in .ts expected'),
  timeout: z.int().min(1).nullish(),
  emit_logs: flag,
  emit_traces: flag,
  raw_response: flag,
  allow_get_invocation: flag,
  forward_logs: flag,
  config: z.record(z.string(), z.unknown()).nullish(),
})

/** `plugins` of config.json, checked; plugins themselves are not built. */
export function readPlugins(entries: readonly unknown[], place: Place): readonly { readonly id: string }[] {
  const seen = new Set<string>()
  return entries.map((entry, index) => {
    const at = within(place, index)
    const { id } = checkShape(pluginEntry, entry, at)
    if (seen.has(id)) throw misplaced(within(at, 'id'), `the id ${id} occurs twice`)
    seen.add(id)
    return { id }
  })
}
