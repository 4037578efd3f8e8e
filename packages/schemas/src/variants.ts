import { type ZodMiniDiscriminatedUnion, ZodMiniType } from 'zod/mini'
import { $constructor, type $ZodType } from 'zod/v4/core'
import { reason } from './explain.ts'
import { isMap } from './isMap.ts'

// z.discriminatedUnion costs every bundle 0.6 kB more: it is a plain union first.
const Variants = /* @__PURE__ */ $constructor<ZodMiniDiscriminatedUnion>('ZodMiniDiscriminatedUnion', (inst, def) => {
  ZodMiniType.init(inst, def)
  const { options, discriminator } = def
  const byTag = new Map(
    options.flatMap(option => [...(option._zod.propValues?.[discriminator] ?? [])].map(tag => [tag, option] as const)),
  )
  inst._zod.parse = (payload, ctx) => {
    const map = payload.value
    if (!isMap(map)) {
      payload.issues.push({ code: 'invalid_type', expected: 'object', input: map, inst })
      return payload
    }
    const input = map[discriminator]
    const option = byTag.get(input as string)
    if (option) return option._zod.run(payload, ctx)
    const values = [...byTag.keys()] as string[]
    payload.issues.push({ code: 'invalid_value', values, input, path: [discriminator], inst })
    return payload
  }
})

/** As `z.discriminatedUnion`, with the texts of this package: the value of one key tells which option applies. */
export function variants<const Discriminator extends string, const Options extends readonly [$ZodType, ...$ZodType[]]>(
  discriminator: Discriminator,
  options: Options,
): ZodMiniDiscriminatedUnion<Options, Discriminator> {
  return new Variants({ type: 'union', inclusive: false, discriminator, options, ...reason }) as never
}
