import { dataAnswer, listAnswer } from '../envelopes.ts'
import { schemaRef } from '../jsonSchema.ts'
import type { ParameterDescription, TagDescription } from '../operationDescription.ts'
import { pageQuery } from '../parameters.ts'

const relayer = schemaRef('Relayer')
const dryRun: ParameterDescription = {
  name: 'dry_run',
  description: '`true`: only says what would be done.',
  schema: { enum: ['true', 'false'], default: 'false' },
}

/** Configured sending accounts. */
export const relayers: TagDescription = {
  name: 'Relayers',
  description: 'Sending accounts: a signer on a network, with policies.',
  operations: {
    'GET /api/v1/relayers': {
      operationId: 'listRelayers',
      summary: 'Lists relayers',
      query: pageQuery,
      answers: { 200: listAnswer('A page of relayers.', relayer) },
    },
    'POST /api/v1/relayers': {
      operationId: 'createRelayer',
      summary: 'Creates a relayer',
      description: 'A signer can have one relayer per network. Unknown keys are refused at every level.',
      request: schemaRef('RelayerCreate'),
      answers: { 201: dataAnswer('The relayer.', relayer) },
      failures: [404, 409],
    },
    'GET /api/v1/relayers/:relayerId': {
      operationId: 'getRelayer',
      summary: 'Gets a relayer',
      answers: { 200: dataAnswer('The relayer.', relayer) },
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
      query: [dryRun],
      answers: { 200: dataAnswer('What was done, or would be.', schemaRef('Repair')) },
      failures: [503],
    },
  },
}
