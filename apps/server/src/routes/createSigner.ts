import { created } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { unwrap } from '../http/unwrap.ts'
import { readSignerCreate } from '../requests/readSignerCreate.ts'
import { signerResponse } from '../responses/signerResponse.ts'

/** POST /signers. Every type can be stored; which of them can sign is asked when a relayer wants to use one. */
export const createSigner: Operation = async ({ engine, rpcUrlRules }, request) =>
  created(signerResponse(unwrap(await engine.createSigner(readSignerCreate(request.body, rpcUrlRules)))))
