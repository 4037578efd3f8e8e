import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'
import { notificationResponse } from '../responses/notificationResponse.ts'

/** GET /notifications/{notification_id} */
export const getNotification: Operation = async ({ engine }, request) =>
  ok(notificationResponse(unwrap(await engine.getNotification(parameter(request, 'notificationId')))))
