import { RelayerError } from '@relayer/core'
import { checkNotification, notificationUpdate } from '@relayer/schemas'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readShape } from '../http/readShape.ts'
import { unwrap } from '../http/unwrap.ts'
import { notificationResponse } from '../responses/notificationResponse.ts'

/** PATCH /notifications/{notification_id}: absent and null keep what is there, an empty signing key removes it. */
export const updateNotification: Operation = async ({ engine }, request) => {
  const { url, signing_key } = readShape(notificationUpdate, request.body)
  const id = parameter(request, 'notificationId')
  // an unknown id is told before a rule that the new values break
  unwrap(await engine.getNotification(id))
  const refusal = checkNotification({ url, signing_key: signing_key || null })
  if (refusal !== undefined) throw new RelayerError('INVALID_REQUEST', refusal)
  const updated = await engine.updateNotification({ id, url: url ?? undefined, signingKey: signing_key })
  return ok(notificationResponse(unwrap(updated)))
}
