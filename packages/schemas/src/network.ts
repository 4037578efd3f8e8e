import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { u8, u53 } from './integer.ts'
import { networkType } from './networkType.ts'
import { object, strictObject } from './object.ts'
import { rpcUrl } from './rpcUrl.ts'

const text = /* @__PURE__ */ z.string(reason)
const texts = /* @__PURE__ */ z.optional(/* @__PURE__ */ array(text))

/**
 * Record of a network; everything but the first three keys is left out when unset. `chain_id`,
 * `required_confirmations`, `features` and `symbol` are EVM's, `passphrase` and `horizon_url` Stellar's.
 */
export const network = /* @__PURE__ */ object({
  /** `{type}:{name}`, lower case. */
  id: text,
  name: text,
  network_type: networkType,
  rpc_urls: /* @__PURE__ */ z.optional(/* @__PURE__ */ array(rpcUrl)),
  explorer_urls: texts,
  average_blocktime_ms: /* @__PURE__ */ z.optional(u53),
  is_testnet: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.boolean(reason)),
  tags: texts,
  chain_id: /* @__PURE__ */ z.optional(u53),
  required_confirmations: /* @__PURE__ */ z.optional(u53),
  features: texts,
  symbol: /* @__PURE__ */ z.optional(text),
  passphrase: /* @__PURE__ */ z.optional(text),
  horizon_url: /* @__PURE__ */ z.optional(text),
})
export type Network = z.output<typeof network>

type Endpoint = { readonly url: string; readonly weight?: number | null | undefined }

/** `"https://…"` or `{url, weight?}`, parsed to the latter with its weight (default 100). */
const endpoint = /* @__PURE__ */ z.codec(
  /* @__PURE__ */ z.custom<string | Endpoint>(value => typeof value === 'string' || rpcUrl.safeParse(value).success, {
    error: () => 'rpc_urls must be an array of strings or RpcConfig objects',
  }),
  /* @__PURE__ */ object({ url: text, weight: u8 }),
  {
    decode: value =>
      typeof value === 'string' ? { url: value, weight: 100 } : { url: value.url, weight: value.weight ?? 100 },
    encode: value => ({ url: value.url, weight: Number(value.weight) }),
  },
)

/** Body of PATCH /networks/{id}: replaces the list of endpoints. No other key is allowed. Rules follow the shape. */
export const networkUpdate = /* @__PURE__ */ strictObject({
  rpc_urls: /* @__PURE__ */ z.nullish(
    /* @__PURE__ */ array(endpoint, { error: () => 'rpc_urls must be an array of strings or RpcConfig objects' }),
  ),
})
export type NetworkUpdate = z.output<typeof networkUpdate>
