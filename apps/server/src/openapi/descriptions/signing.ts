import { dataAnswer } from '../envelopes.ts'
import { anyOfRefs, schemaRef } from '../jsonSchema.ts'
import type { TagDescription } from '../operationDescription.ts'

const calls = {
  anyOf: [schemaRef('RpcRequest'), { type: 'array', items: schemaRef('RpcRequest'), minItems: 1, maxItems: 100 }],
}
const results = { anyOf: [schemaRef('RpcResponse'), { type: 'array', items: schemaRef('RpcResponse') }] }

/** What a relayer signs without sending, and its nodes. */
export const signing: TagDescription = {
  name: 'Signing and RPC',
  description: 'What a relayer signs without storing or sending it, and the nodes of its network.',
  operations: {
    'POST /api/v1/relayers/:relayerId/sign': {
      operationId: 'sign',
      summary: 'Signs text as a personal message (EIP-191)',
      request: schemaRef('SignRequest'),
      answers: { 200: dataAnswer('The signature.', schemaRef('EvmSignature')) },
      failures: [503],
    },
    'POST /api/v1/relayers/:relayerId/sign-typed-data': {
      operationId: 'signTypedData',
      summary: 'Signs the two hashes of EIP-712',
      request: schemaRef('SignTypedDataRequest'),
      answers: { 200: dataAnswer('The signature.', schemaRef('EvmSignature')) },
      failures: [503],
    },
    'POST /api/v1/relayers/:relayerId/sign-transaction': {
      operationId: 'signTransaction',
      summary: 'Signs a transaction that the client sends itself',
      description: 'Not on EVM: nothing reserves the nonce of a transaction that is sent elsewhere.',
      request: schemaRef('SignTransactionRequest'),
      answers: {
        200: dataAnswer('What was signed.', anyOfRefs('StellarSignedTransaction', 'SolanaSignedTransaction')),
      },
      failures: [503],
    },
    'POST /api/v1/relayers/:relayerId/rpc': {
      operationId: 'rpc',
      summary: "Passes JSON-RPC calls on to a node of the relayer's network",
      description:
        'Answered in bare JSON-RPC with status 200 whatever becomes of the calls; only the relayer and the form of the request are answered in the envelope.',
      request: calls,
      answers: { 200: { description: 'One answer per call, in order.', schema: results } },
      failures: [503],
    },
  },
}
