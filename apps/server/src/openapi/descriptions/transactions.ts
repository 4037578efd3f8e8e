import { transactionStatus } from '@relayer/schemas'
import { dataAnswer, listAnswer } from '../envelopes.ts'
import { anyOfRefs, schemaRef } from '../jsonSchema.ts'
import type { ParameterDescription, TagDescription } from '../operationDescription.ts'
import {
  dryRun,
  idempotencyKey,
  idempotentReplayed,
  pageQuery,
  preferenceApplied,
  preferWait,
  waitFor,
} from '../parameters.ts'

const request = anyOfRefs('EvmTransactionRequest', 'SolanaTransactionRequest', 'StellarTransactionRequest')
const records = ['EvmTransaction', 'SolanaTransaction', 'StellarTransaction']
const record = anyOfRefs(...records)
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
      description: 'By `status`, what is being cancelled is hidden until it has ended.',
      query: [...pageQuery, status],
      answers: { 200: listAnswer('A page of transactions.', record) },
      failures: [503],
    },
    'POST /api/v1/relayers/:relayerId/transactions': {
      operationId: 'sendTransaction',
      summary: 'Accepts a transaction and keeps at it until it is final',
      description:
        'Without a price it is sent with `speed` `fast`. A dry run has no effect, looks at no Idempotency-Key and never waits.',
      query: [dryRun('`true`: only says what would become of it.'), waitFor],
      headers: [idempotencyKey, preferWait],
      request,
      answers: {
        200: {
          ...dataAnswer(
            'The transaction, `pending` unless it was waited for; or the verdict of a dry run.',
            anyOfRefs(...records, 'TransactionDryRun'),
          ),
          headers: [idempotentReplayed, preferenceApplied],
        },
      },
      failures: [422, 503],
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
    'POST /api/v1/relayers/:relayerId/transactions/batch': {
      operationId: 'sendTransactionBatch',
      summary: 'Accepts up to 1,000 transactions in one commit, in the order given',
      description:
        '`atomic` unless told otherwise: one item that is refused makes it a 400 that names its index and field, and nothing is accepted. With `"atomic": false` each item is accepted or refused on its own. The Idempotency-Key is of the whole; a batch of which nothing is accepted is not remembered.',
      headers: [idempotencyKey],
      request: schemaRef('TransactionBatchRequest'),
      answers: {
        200: {
          ...dataAnswer('One result per item, in the order given.', schemaRef('TransactionBatch')),
          headers: [idempotentReplayed],
        },
      },
      failures: [422, 503],
    },
    'GET /api/v1/relayers/:relayerId/transactions/by-nonce/:nonce': {
      operationId: 'getTransactionByNonce',
      summary: 'Gets the newest transaction of an EVM relayer that holds or held a nonce',
      answers: { 200: dataAnswer('The transaction.', schemaRef('EvmTransaction')) },
      failures: [503],
    },
    'DELETE /api/v1/relayers/:relayerId/transactions/pending': {
      operationId: 'deletePendingTransactions',
      summary: 'Cancels every transaction that is pending, sent or submitted',
      description: 'Each as if it were cancelled alone. What is being cancelled already is left out.',
      answers: {
        200: dataAnswer(
          'Ids of what is cancelled or on its way to be, and of what cannot be any more.',
          schemaRef('CanceledPending'),
        ),
      },
      failures: [503],
    },
    'GET /api/v1/relayers/:relayerId/transactions/:transactionId': {
      operationId: 'getTransactionById',
      summary: 'Gets a transaction',
      query: [waitFor],
      headers: [preferWait],
      answers: { 200: { ...dataAnswer('The transaction.', record), headers: [preferenceApplied] } },
      failures: [503],
    },
    'PUT /api/v1/relayers/:relayerId/transactions/:transactionId': {
      operationId: 'replaceTransaction',
      summary: 'Replaces a transaction that is not final',
      description:
        'The id stays; on EVM the nonce too, and the new one pays at least 10 % more. At most one of its revisions ever executes. An explicit price is honoured, up to the `gas_price_cap` of the relayer.',
      headers: [idempotencyKey],
      request,
      answers: {
        200: { ...dataAnswer('The transaction as it is asked for now.', record), headers: [idempotentReplayed] },
      },
      failures: [409, 422, 503],
    },
    'DELETE /api/v1/relayers/:relayerId/transactions/:transactionId': {
      operationId: 'cancelTransaction',
      summary: 'Cancels a transaction that is not final',
      description:
        'One that was never signed ends at once. Any other keeps its status while a transaction that does nothing competes for its nonce; it ends `canceled`, or `confirmed` when it was faster.',
      headers: [idempotencyKey],
      answers: { 200: { ...dataAnswer('The transaction.', record), headers: [idempotentReplayed] } },
      failures: [409, 503],
    },
    'GET /api/v1/relayers/:relayerId/transactions/:transactionId/timeline': {
      operationId: 'getTransactionTimeline',
      summary: 'Tells what has happened to a transaction so far',
      description: 'Revisions, attempts and events, each oldest first.',
      answers: { 200: dataAnswer('The timeline.', schemaRef('TransactionTimeline')) },
      failures: [503],
    },
  },
}
