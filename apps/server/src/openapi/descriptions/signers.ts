import { SIGNER_DELETED } from '@relayer/schemas/errors'
import { dataAnswer, listAnswer } from '../envelopes.ts'
import { schemaRef } from '../jsonSchema.ts'
import type { TagDescription } from '../operationDescription.ts'
import { pageQuery } from '../parameters.ts'

const signer = schemaRef('Signer')

/** Key holders. */
export const signers: TagDescription = {
  name: 'Signers',
  description: 'Keys, or services that hold them. What is secret is never answered.',
  operations: {
    'GET /api/v1/signers': {
      operationId: 'listSigners',
      summary: 'Lists signers',
      query: pageQuery,
      answers: { 200: listAnswer('A page of signers.', signer) },
    },
    'POST /api/v1/signers': {
      operationId: 'createSigner',
      summary: 'Creates a signer',
      description: '`type` and `config` must agree. Unknown keys are refused at every level.',
      request: schemaRef('SignerCreate'),
      answers: { 201: dataAnswer('The signer, without its secrets.', signer) },
      failures: [409],
    },
    'GET /api/v1/signers/:signerId': {
      operationId: 'getSigner',
      summary: 'Gets a signer',
      answers: { 200: dataAnswer('The signer, without its secrets.', signer) },
    },
    'PATCH /api/v1/signers/:signerId': {
      operationId: 'updateSigner',
      summary: 'Is always refused',
      description: 'A signer never changes: delete it and create another one.',
      request: schemaRef('SignerUpdate'),
      answers: {},
    },
    'DELETE /api/v1/signers/:signerId': {
      operationId: 'deleteSigner',
      summary: 'Deletes a signer that no relayer uses',
      answers: { 200: dataAnswer('Deleted.', { const: SIGNER_DELETED }) },
    },
  },
}
