import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { u8 } from './integer.ts'
import { object } from './object.ts'

/** An RPC endpoint and its share of the load; `weight` defaults to 100. Other keys are ignored. */
export const rpcUrl = /* @__PURE__ */ object({
  url: /* @__PURE__ */ z.string(reason),
  weight: /* @__PURE__ */ z.nullish(u8),
})
export type RpcUrl = z.output<typeof rpcUrl>
