import { listAnswer } from '../envelopes.ts'
import { schemaRef } from '../jsonSchema.ts'
import type { TagDescription } from '../operationDescription.ts'
import { pageQuery } from '../parameters.ts'

/** Plugins, of which there are none. */
export const plugins: TagDescription = {
  name: 'Plugins',
  description: 'There are no plugins yet: the list is empty, and every id is answered with 404.',
  operations: {
    'GET /api/v1/plugins': {
      operationId: 'listPlugins',
      summary: 'Lists plugins',
      query: pageQuery,
      answers: { 200: listAnswer('An empty page.', schemaRef('Plugin')) },
    },
    'GET /api/v1/plugins/:pluginId': { operationId: 'getPlugin', summary: 'Gets a plugin', answers: {} },
    'PATCH /api/v1/plugins/:pluginId': {
      operationId: 'updatePlugin',
      summary: 'Updates a plugin',
      request: schemaRef('PluginUpdate'),
      answers: {},
    },
    'GET /api/v1/plugins/:pluginId/call': { operationId: 'callPluginGet', summary: 'Calls a plugin', answers: {} },
    'POST /api/v1/plugins/:pluginId/call': { operationId: 'callPlugin', summary: 'Calls a plugin', answers: {} },
    'GET /api/v1/plugins/:pluginId/call/*route': {
      operationId: 'callPluginRouteGet',
      summary: 'Calls a plugin, with a path of its own',
      answers: {},
    },
    'POST /api/v1/plugins/:pluginId/call/*route': {
      operationId: 'callPluginRoute',
      summary: 'Calls a plugin, with a path of its own',
      answers: {},
    },
  },
}
