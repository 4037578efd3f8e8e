import { transactionStatus } from '@relayer/schemas'
import { dataAnswer, listAnswer } from '../envelopes.ts'
import { anyOfRefs, schemaRef } from '../jsonSchema.ts'
import type { ParameterDescription, TagDescription } from '../operationDescription.ts'
import { idempotencyKey, idempotentReplayed, pageQuery } from '../parameters.ts'

const request = anyOfRefs('EvmTransactionRequest', 'SolanaTransactionRequest', 'StellarTransactionRequest')
const record = anyOfRefs('EvmTransaction', 'SolanaTransaction', 'StellarTransaction')
const status: ParameterDescription = {
  name: 'status',
  description: `Only these: ${transactionStatus.options.join(', ')}. In any case, several separated by commas.`,
  schema: { type: 'string' },
}

/** What clients want to happen on a chain. */
export const transactions: TagDescription = {
  name: 'Transactions',
  description:
    'What a client wants to happen on a chain. Which body is meant is told by the network type of the relayer, never by the body.',
  operations: {
    'GET /api/v1/relayers/:relayerId/transactions': {
      operationId: 'listTransactions',
      summary: 'Lists the transactions of a relayer',
      query: [...pageQuery, status],
      answers: { 200: listAnswer('A page of transactions.', record) },
    },
    'POST /api/v1/relayers/:relayerId/transactions': {
      operationId: 'sendTransaction',
      summary: 'Accepts a transaction and keeps at it until it is final',
      headers: [idempotencyKey],
      request,
      answers: { 200: { ...dataAnswer('The transaction, `pending`.', record), headers: [idempotentReplayed] } },
      failures: [409, 503],
    },
    'POST /api/v1/relayers/:relayerId/transactions/sponsored/quote': {
      operationId: 'quoteSponsoredTransaction',
      summary: 'Is refused: no relayer sponsors transactions yet',
      request: schemaRef('SponsoredTransactionRequest'),
      answers: {},
    },
    'POST /api/v1/relayers/:relayerId/transactions/sponsored/build': {
      operationId: 'buildSponsoredTransaction',
      summary: 'Is refused: no relayer sponsors transactions yet',
      request: schemaRef('SponsoredTransactionRequest'),
      answers: {},
    },
    'GET /api/v1/relayers/:relayerId/transactions/:transactionId': {
      operationId: 'getTransactionById',
      summary: 'Gets a transaction',
      answers: { 200: dataAnswer('The transaction.', record) },
    },
    'PUT /api/v1/relayers/:relayerId/transactions/:transactionId': {
      operationId: 'replaceTransaction',
      summary: 'Replaces a transaction that is not final',
      description: 'The id stays; on EVM the nonce too, and the new one pays at least 10 % more.',
      request,
      answers: { 200: dataAnswer('The transaction as it is asked for now.', record) },
      failures: [409, 503],
    },
  },
}
