import { RELAYER_DELETED } from '@relayer/schemas/errors'
import { dataAnswer, listAnswer } from '../envelopes.ts'
import { schemaRef } from '../jsonSchema.ts'
import type { TagDescription } from '../operationDescription.ts'
import { dryRun, pageQuery } from '../parameters.ts'

const relayer = schemaRef('Relayer')

/** Configured sending accounts. */
export const relayers: TagDescription = {
  name: 'Relayers',
  description: 'Sending accounts: a signer on a network, with policies.',
  operations: {
    'GET /api/v1/relayers': {
      operationId: 'listRelayers',
      summary: 'Lists relayers',
      description: 'A key that is limited to relayers sees those.',
      query: pageQuery,
      answers: { 200: listAnswer('A page of relayers.', relayer) },
    },
    'POST /api/v1/relayers': {
      operationId: 'createRelayer',
      summary: 'Creates a relayer',
      description:
        'A signer can have one relayer per network. Unknown keys are refused at every level. So far `network_type` must be `evm`. Whether it can work is looked at afterwards; it is disabled if it cannot.',
      request: schemaRef('RelayerCreate'),
      answers: { 201: dataAnswer('The relayer.', relayer) },
      failures: [404, 409],
    },
    'GET /api/v1/relayers/:relayerId': {
      operationId: 'getRelayer',
      summary: 'Gets a relayer',
      answers: { 200: dataAnswer('The relayer.', relayer) },
    },
    'PATCH /api/v1/relayers/:relayerId': {
      operationId: 'updateRelayer',
      summary: 'Updates a relayer',
      description:
        'A JSON merge patch: what is absent stays, null clears; `policies` are those of the network type. Refused while the service has disabled the relayer, unless it changes nothing but `custom_rpc_urls` and `policies.min_balance`. What was accepted goes on under the new policies.',
      request: schemaRef('RelayerUpdate'),
      answers: { 200: dataAnswer('The relayer.', relayer) },
    },
    'DELETE /api/v1/relayers/:relayerId': {
      operationId: 'deleteRelayer',
      summary: 'Deletes a relayer whose transactions have all ended',
      description: 'Its transactions stay stored, and its id is for the same account only.',
      answers: { 200: dataAnswer('Deleted.', { const: RELAYER_DELETED }) },
    },
    'GET /api/v1/relayers/:relayerId/status': {
      operationId: 'getRelayerStatus',
      summary: 'Tells how a relayer is doing',
      description: 'Asks the chain for the balance; of paused and disabled relayers too.',
      answers: { 200: dataAnswer('Balance, nonce and counts.', schemaRef('RelayerStatus')) },
      failures: [503],
    },
    'GET /api/v1/relayers/:relayerId/balance': {
      operationId: 'getRelayerBalance',
      summary: 'Asks the chain what the account of a relayer holds',
      description: 'The balance is a bare integer, however large.',
      answers: { 200: dataAnswer("The balance in the chain's smallest unit.", schemaRef('RelayerBalance')) },
      failures: [503],
    },
    'GET /api/v1/relayers/:relayerId/doctor': {
      operationId: 'diagnoseRelayer',
      summary: 'Explains why transactions of a relayer do not move',
      answers: { 200: dataAnswer('The diagnosis.', schemaRef('Diagnosis')) },
      failures: [503],
    },
    'POST /api/v1/relayers/:relayerId/doctor': {
      operationId: 'repairRelayer',
      summary: 'Repairs what can be repaired',
      description: 'What was set going runs with the next tick of the relayer. Repeating it is harmless.',
      query: [dryRun('`true`: only says what would be done.')],
      answers: { 200: dataAnswer('What was done, or would be.', schemaRef('Repair')) },
      failures: [503],
    },
  },
}
