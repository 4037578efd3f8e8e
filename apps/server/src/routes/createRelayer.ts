import { created } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { unwrap } from '../http/unwrap.ts'
import { readRelayerCreate } from '../requests/readRelayerCreate.ts'
import { relayerResponse } from '../responses/relayerResponse.ts'

/** POST /relayers */
export const createRelayer: Operation = async ({ engine, rpcUrlRules }, request) =>
  created(relayerResponse(unwrap(await engine.createRelayer(readRelayerCreate(request.body, rpcUrlRules)))))
