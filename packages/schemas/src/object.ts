import { never, type ZodMiniObject, ZodMiniType } from 'zod/mini'
import { $constructor, type $strict, type $strip, type $ZodLooseShape, type $ZodType, type util } from 'zod/v4/core'
import { reason } from './explain.ts'
import { isMap } from './isMap.ts'
import { type Child, readChildren } from './readChildren.ts'

// z.object costs every bundle 0.8 kB more, for symbol keys, memoised cycles and early aborts, which JSON has no use for.
const WireObject = /* @__PURE__ */ $constructor<ZodMiniObject>('ZodMiniObject', (inst, def) => {
  ZodMiniType.init(inst, def)
  const { shape, catchall } = def
  const isStrict = catchall?._zod.def.type === 'never'
  const fields = Object.entries(shape)
  inst.shape = shape
  // by these a union finds its option
  inst._zod.propValues = Object.fromEntries(
    fields.flatMap(([key, { _zod }]) => (_zod.values === undefined ? [] : [[key, _zod.values]])),
  )
  inst._zod.parse = (payload, ctx) => {
    const input = payload.value
    if (!isMap(input)) {
      payload.issues.push({ code: 'invalid_type', expected: 'object', input, inst })
      return payload
    }
    const value: Record<string, unknown> = {}
    payload.value = value
    const unknown = catchall ? Object.keys(input).filter(key => !Object.hasOwn(shape, key)) : []
    const children = fields.map(([key, schema]): Child => [key, schema, input[key]])
    // setting `__proto__` would change the prototype of the result
    if (!isStrict)
      for (const key of unknown) if (key !== '__proto__') children.push([key, catchall as $ZodType, input[key]])
    const result = readChildren(payload, ctx, children, (read, [key, { _zod }]) => {
      if (key in input || read.value !== undefined) value[key] = read.value
      else if (_zod.optin === 'optional' && _zod.optout === 'optional') read.issues = []
      else if (_zod.optin === undefined && read.issues.length === 0)
        read.issues.push({ code: 'invalid_type', expected: 'nonoptional', input: undefined, inst })
    })
    // the fields are right or wrong all the same, so the checks of the whole object may still run
    if (isStrict && unknown.length > 0)
      payload.issues.push({ code: 'unrecognized_keys', keys: unknown, input, inst, continue: true })
    return result
  }
})

/** As `z.object`, with the texts of this package: keys that are not in the shape are dropped. */
export function object<const Shape extends $ZodLooseShape>(shape: Shape): ZodMiniObject<util.Writeable<Shape>, $strip> {
  return new WireObject({ type: 'object', shape: shape as never, ...reason }) as never
}

/** As `z.strictObject`, with the texts of this package: keys that are not in the shape are refused. */
export function strictObject<const Shape extends $ZodLooseShape>(
  shape: Shape,
): ZodMiniObject<util.Writeable<Shape>, $strict> {
  return new WireObject({ type: 'object', shape: shape as never, catchall: never(), ...reason }) as never
}
