import { INVALID_ID, isId } from '@relayer/schemas'
import { misplaced, type Place, within } from './place.ts'

/** Every id keeps the rule of ids and occurs once. */
export function checkIds(items: readonly { readonly id: string }[], place: Place): void {
  const seen = new Set<string>()
  for (const [index, { id }] of items.entries()) {
    if (!isId(id)) throw misplaced(within(place, index, 'id'), INVALID_ID)
    if (seen.has(id)) throw misplaced(within(place, index, 'id'), `the id ${id} occurs twice`)
    seen.add(id)
  }
}
