import { list } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { readPage } from '../http/readPage.ts'
import { notificationResponse } from '../responses/notificationResponse.ts'

/** GET /notifications */
export const listNotifications: Operation = async ({ engine }, request) => {
  const query = readPage(request)
  const { items, total } = await engine.listNotifications(query)
  return list(items.map(notificationResponse), query, total)
}
