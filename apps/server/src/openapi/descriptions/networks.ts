import { dataAnswer, listAnswer } from '../envelopes.ts'
import { schemaRef } from '../jsonSchema.ts'
import type { TagDescription } from '../operationDescription.ts'
import { pageQuery } from '../parameters.ts'

const network = schemaRef('Network')

/** Configured deployments of chains. */
export const networks: TagDescription = {
  name: 'Networks',
  description:
    'Configured deployments of chains. They come from the configuration; only their endpoints can be changed here.',
  operations: {
    'GET /api/v1/networks': {
      operationId: 'listNetworks',
      summary: 'Lists networks',
      query: pageQuery,
      answers: { 200: listAnswer('A page of networks.', network) },
    },
    'GET /api/v1/networks/:networkId': {
      operationId: 'getNetwork',
      summary: 'Gets a network',
      description: 'Its id is `{type}:{name}`, such as `evm:sepolia`. Endpoints are masked, except to the root key.',
      answers: { 200: dataAnswer('The network.', network) },
    },
    'PATCH /api/v1/networks/:networkId': {
      operationId: 'updateNetwork',
      summary: 'Replaces the endpoints of a network',
      description:
        'Running relayers follow at once, those of other processes within a second. Endpoints as answers mask them are refused.',
      request: schemaRef('NetworkUpdate'),
      answers: { 200: dataAnswer('The network.', network) },
    },
  },
}
