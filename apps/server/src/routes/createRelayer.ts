import { describeRelayer } from '@relayer/core'
import { created } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { unwrap } from '../http/unwrap.ts'
import { readRelayerCreate } from '../requests/readRelayerCreate.ts'

/** POST /relayers */
export const createRelayer: Operation = async ({ engine, rpcUrlRules }, request) =>
  created(describeRelayer(unwrap(await engine.createRelayer(readRelayerCreate(request.body, rpcUrlRules)))))
