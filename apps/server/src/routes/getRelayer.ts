import { describeRelayer } from '@relayer/core'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'

/** GET /relayers/{relayer_id} */
export const getRelayer: Operation = async ({ engine }, request) =>
  ok(describeRelayer(unwrap(await engine.getRelayer(parameter(request, 'relayerId')))))
