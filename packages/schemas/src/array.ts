import { type ZodMiniArray, ZodMiniType } from 'zod/mini'
import { $constructor, type $ZodType } from 'zod/v4/core'
import { reason } from './explain.ts'
import { readChildren } from './readChildren.ts'

// z.array costs every bundle 0.4 kB more, most of it for checks of the length that run before the elements are read.
const WireArray = /* @__PURE__ */ $constructor<ZodMiniArray>('ZodMiniArray', (inst, def) => {
  ZodMiniType.init(inst, def)
  inst._zod.parse = (payload, ctx) => {
    const input = payload.value
    if (!Array.isArray(input)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input, inst })
      return payload
    }
    const value: unknown[] = []
    payload.value = value
    const children = input.map((item, i) => [i, def.element, item] as const)
    return readChildren(payload, ctx, children, read => value.push(read.value))
  }
})

/** As `z.array`, with the texts of this package unless others are given. */
export function array<Element extends $ZodType>(
  element: Element,
  params: { readonly error: typeof reason.error } = reason,
): ZodMiniArray<Element> {
  return new WireArray({ type: 'array', element, ...params }) as never
}
