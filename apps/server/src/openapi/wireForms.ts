import * as schemas from '@relayer/schemas'
import type * as z from 'zod/mini'
import type { Direction } from './integerSchema.ts'
import { anyOfRefs, type JsonSchema, schemaRef } from './jsonSchema.ts'

/** The same in both directions, or of answers only: requests take what the schema's own input takes. */
type Form = { readonly both: JsonSchema } | { readonly response: JsonSchema }

const anyJson = { description: 'Any JSON.' }
const decimal = { type: 'string', pattern: '^\\d+$', description: 'A decimal integer as text.' }
const byte = { type: 'integer', minimum: 0, maximum: 255 }
const rpcId = {
  description: 'Text, an int64 or null; null makes an answer without an id.',
  type: ['string', 'integer', 'null'],
}

const scVal = {
  description: 'One argument of a contract call in the JSON dialect of stellar-xdr: {"u32":1}, {"vec":[...]}, "void".',
  anyOf: [{ enum: ['void', 'ledger_key_contract_instance'] }, { type: 'object', minProperties: 1, maxProperties: 1 }],
}

const signTransaction = {
  description: 'What is signed: Stellar `unsigned_xdr`, Solana `transaction` in base64. Bytes (EVM) are refused.',
  anyOf: [
    { type: 'object', properties: { unsigned_xdr: { type: 'string' } }, required: ['unsigned_xdr'] },
    { type: 'object', properties: { transaction: { type: 'string' } }, required: ['transaction'] },
    { type: 'array', items: byte },
  ],
}

const bytes32 = {
  description: '32 bytes as integers, or as 64 hex digits.',
  anyOf: [
    { type: 'array', items: byte, minItems: 32, maxItems: 32 },
    { type: 'string', pattern: '^[\\da-fA-F]{64}$' },
  ],
}

const quantity = { type: 'string', pattern: '^0x(?:0|[1-9a-f][\\da-f]*)$', description: 'Wei as a 0x quantity.' }

/** The memos of 32 bytes; their schema is not exported on its own. */
const [, , , hashMemo, returnMemo] = schemas.stellarMemo._zod.def.options

const wasm = {
  description: 'The bytes of a contract.',
  anyOf: [
    { type: 'object', properties: { hex: { type: 'string' } }, required: ['hex'] },
    { type: 'object', properties: { base64: { type: 'string' } }, required: ['base64'] },
  ],
}

/** Its schema is not exported on its own. */
const uploadWasm = schemas.stellarOperation._zod.def.options[3]

const endpoint = {
  description: 'A URL, or a URL with its weight (default 100).',
  anyOf: [{ type: 'string' }, schemaRef('RpcUrl')],
}

/** Nor is that of an endpoint. */
const networkEndpoint = schemas.networkUpdate.shape.rpc_urls._zod.def.innerType._zod.def.innerType._zod.def.element

/** The items of a batch are read one by one, so that its schema knows nothing of them. */
const batchItems = {
  type: 'array',
  items: anyOfRefs('EvmTransactionRequest', 'SolanaTransactionRequest', 'StellarTransactionRequest'),
  minItems: 1,
  maxItems: schemas.MAX_BATCH_ITEMS,
}
const batchedTransaction = schemas.transactionBatchResponse.shape.results._zod.def.element.shape.transaction
const recordOrNull = {
  description: 'The record that a POST would be answered with; null: refused.',
  anyOf: [...['EvmTransaction', 'SolanaTransaction', 'StellarTransaction'].map(schemaRef), { type: 'null' }],
}

/** Schemas that zod knows as functions only, as they look on the wire. */
const wireForms: ReadonlyMap<z.core.$ZodType, Form> = new Map<z.core.$ZodType, Form>([
  [schemas.quantity, { response: quantity }],
  [schemas.decimalU63, { response: decimal }],
  [schemas.decimalU64, { response: decimal }],
  [schemas.decimalU128, { response: decimal }],
  [schemas.float, { both: { type: 'number' } }],
  [schemas.jsonValue, { both: anyJson }],
  [schemas.jsonObject, { both: { type: 'object', description: 'Any JSON object.' } }],
  [schemas.scVal, { both: scVal }],
  [uploadWasm.shape.wasm, { both: wasm }],
  [schemas.signTransactionRequest, { both: signTransaction }],
  [networkEndpoint, { both: endpoint }],
  [schemas.transactionBatchRequest.shape.transactions, { both: batchItems }],
  [batchedTransaction, { both: recordOrNull }],
  [schemas.timestamp, { both: { type: 'string', format: 'date-time', description: 'RFC 3339.' } }],
  [hashMemo.shape.value, { both: bytes32 }],
  [returnMemo.shape.value, { both: bytes32 }],
  [schemas.rpcRequest.shape.id, { both: { ...rpcId, default: 1 } }],
  [schemas.rpcRequest.shape.method, { both: { type: 'string', minLength: 1 } }],
  [schemas.rpcRequest.shape.params, { both: { description: 'Any JSON; passed on as it is.', default: null } }],
  [schemas.rpcResponse.shape.id, { both: rpcId }],
])

/** The form of a schema in one direction; undefined: zod knows it. */
export function wireForm(schema: z.core.$ZodType, direction: Direction): JsonSchema | undefined {
  const form = wireForms.get(schema)
  if (form === undefined) return schema._zod.def.type === 'unknown' ? anyJson : undefined
  if ('both' in form) return form.both
  return direction === 'response' ? form.response : undefined
}
