import type { CreateSignerInput, JsonObject } from '@relayer/core'
import type { SignerKind } from '@relayer/schemas'
import { publicSignerConfig } from './publicSignerConfig.ts'

/** A signer's configuration in two: what may be shown, and the secret rest as JSON text. */
export function splitSignerConfig(kind: SignerKind, config: JsonObject): Pick<CreateSignerInput, 'config' | 'secret'> {
  const shown = publicSignerConfig(kind, config)
  const secret = without(config, shown)
  return { config: shown, secret: secret === undefined ? null : JSON.stringify(secret) }
}

/** The fields of `all` that are not in `shown`, nested objects included; undefined when there are none. */
function without(all: JsonObject, shown: JsonObject): JsonObject | undefined {
  const rest = Object.entries(all).flatMap(([key, value]) => {
    if (value === null || value === undefined) return []
    const known = shown[key]
    if (known === undefined) return [[key, value] as const]
    const isNested = typeof value === 'object' && !Array.isArray(value)
    const nested = isNested ? without(value as JsonObject, known as JsonObject) : undefined
    return nested === undefined ? [] : [[key, nested] as const]
  })
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}
