import { RelayerError } from '@relayer/core'
import { NO_DRY_RUN } from '@relayer/schemas/errors'
import type { Context } from 'koa'
import type { OperationEntry } from './operations.ts'

/** `?dry_run` of an operation that would act all the same. */
export function refuseDryRun({ method, hasDryRun }: Pick<OperationEntry, 'method' | 'hasDryRun'>, ctx: Context): void {
  if (hasDryRun || method === 'GET' || ctx.querystring === '') return
  const given = ctx.query['dry_run']
  if (given !== undefined && given !== 'false') throw new RelayerError('INVALID_REQUEST', NO_DRY_RUN)
}
