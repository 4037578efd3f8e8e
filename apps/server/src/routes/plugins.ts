import { RelayerError } from '@relayer/core'
import { pluginUpdate } from '@relayer/schemas'
import { pluginNotFound } from '@relayer/schemas/errors'
import { list } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readPage } from '../http/readPage.ts'
import { readShape } from '../http/readShape.ts'

// Plugins are not built: there is none, and every one that is asked for is unknown.

/** GET /plugins */
export const listPlugins: Operation = async (_, request) => list([], readPage(request), 0)

/** GET /plugins/{plugin_id}, and every call of one */
export const findPlugin: Operation = async (_, request) => {
  throw new RelayerError('NOT_FOUND', pluginNotFound(parameter(request, 'pluginId')))
}

/** PATCH /plugins/{plugin_id}: the shape is told before the plugin is looked for. */
export const updatePlugin: Operation = async (context, request) => {
  readShape(pluginUpdate, request.body)
  return findPlugin(context, request)
}
