import { notificationCreate } from '@relayer/schemas'
import { created } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { readShape } from '../http/readShape.ts'
import { unwrap } from '../http/unwrap.ts'
import { notificationResponse } from '../responses/notificationResponse.ts'

/** POST /notifications */
export const createNotification: Operation = async ({ engine }, request) => {
  const { id, url, signing_key } = readShape(notificationCreate, request.body)
  const input = { id: id ?? null, url, signingKey: signing_key ?? null }
  return created(notificationResponse(unwrap(await engine.createNotification(input))))
}
