import { NOTIFICATION_DELETED } from '@relayer/schemas/errors'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'

/** DELETE /notifications/{notification_id}: refused while a relayer uses it. */
export const deleteNotification: Operation = async ({ engine }, request) => {
  unwrap(await engine.deleteNotification(parameter(request, 'notificationId')))
  return ok(NOTIFICATION_DELETED)
}
