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
  },
}
