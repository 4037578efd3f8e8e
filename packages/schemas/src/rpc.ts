import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason, rule } from './explain.ts'
import { i32, i64 } from './integer.ts'
import { type Json, jsonValue } from './jsonValue.ts'
import { object } from './object.ts'

/** Refusals of a JSON-RPC request that are answered in the envelope with 400. */
export const INVALID_RPC_ID = "Invalid 'id' field: must be a string, integer, or null"
export const MISSING_RPC_METHOD = "Missing 'method' field"

/** A string, an int64 or null. */
export type RpcId = string | number | bigint | null

/** Passed on as it is: unlike with `jsonValue`, what `parseJson` keeps as a `NumberLiteral` stays one. */
const params = /* @__PURE__ */ z.custom<Json>(value => value !== undefined)

function isRpcId(value: unknown): boolean {
  return value === null || typeof value === 'string' || i64.safeParse(value).success
}

const rpcId = /* @__PURE__ */ z.custom<RpcId>(isRpcId, rule(INVALID_RPC_ID))

/**
 * A JSON-RPC call (http.md 13.4). An absent `id` becomes 1; null stays null and makes an answer without `id`. Absent
 * `params` become null; their numbers survive `stringifyJson` exactly. `jsonrpc` and other keys are ignored.
 * @see https://www.jsonrpc.org/specification
 */
export const rpcRequest = /* @__PURE__ */ object({
  id: /* @__PURE__ */ z._default(rpcId, 1),
  method: /* @__PURE__ */ z.custom<string>(
    value => typeof value === 'string' && value !== '',
    /* @__PURE__ */ rule(MISSING_RPC_METHOD),
  ),
  params: /* @__PURE__ */ z._default(params, null),
})
export type RpcRequest = z.output<typeof rpcRequest>

/** A batch of calls: our addition, the other service refuses arrays. */
export const rpcBatchRequest = /* @__PURE__ */ array(rpcRequest).check(
  /* @__PURE__ */ z.refine(calls => calls.length > 0, 'empty batch'),
)
export type RpcBatchRequest = z.output<typeof rpcBatchRequest>

/** The error of a JSON-RPC answer: `description` where the specification has `data`. */
export const rpcError = /* @__PURE__ */ object({
  code: i32,
  message: /* @__PURE__ */ z.string(reason),
  description: /* @__PURE__ */ z.string(reason),
})
export type RpcError = z.output<typeof rpcError>

/** A JSON-RPC answer, not in the envelope: `result` or `error`, and the id unless it was null. */
export const rpcResponse = /* @__PURE__ */ object({
  jsonrpc: /* @__PURE__ */ z.literal('2.0', reason),
  result: /* @__PURE__ */ z.optional(jsonValue),
  error: /* @__PURE__ */ z.optional(rpcError),
  id: /* @__PURE__ */ z.optional(rpcId),
})
export type RpcResponse = z.output<typeof rpcResponse>
