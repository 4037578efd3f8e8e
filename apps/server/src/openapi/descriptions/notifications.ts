import { NOTIFICATION_DELETED } from '@relayer/schemas/errors'
import { dataAnswer, listAnswer } from '../envelopes.ts'
import { schemaRef } from '../jsonSchema.ts'
import type { TagDescription } from '../operationDescription.ts'
import { pageQuery } from '../parameters.ts'

const notification = schemaRef('Notification')

/** Webhook targets. */
export const notifications: TagDescription = {
  name: 'Notifications',
  description: 'Webhook targets, with an optional key that signs what is sent to them. The key is never answered.',
  operations: {
    'GET /api/v1/notifications': {
      operationId: 'listNotifications',
      summary: 'Lists notifications',
      query: pageQuery,
      answers: { 200: listAnswer('A page of notifications.', notification) },
    },
    'POST /api/v1/notifications': {
      operationId: 'createNotification',
      summary: 'Creates a notification',
      request: schemaRef('NotificationCreate'),
      answers: { 201: dataAnswer('The notification.', notification) },
      failures: [409],
    },
    'GET /api/v1/notifications/:notificationId': {
      operationId: 'getNotification',
      summary: 'Gets a notification',
      answers: { 200: dataAnswer('The notification.', notification) },
    },
    'PATCH /api/v1/notifications/:notificationId': {
      operationId: 'updateNotification',
      summary: 'Updates a notification',
      description: 'What is absent or null stays as it is. `signing_key` as an empty string removes the key.',
      request: schemaRef('NotificationUpdate'),
      answers: { 200: dataAnswer('The notification.', notification) },
    },
    'DELETE /api/v1/notifications/:notificationId': {
      operationId: 'deleteNotification',
      summary: 'Deletes a notification that no relayer uses',
      answers: { 200: dataAnswer('Deleted.', { const: NOTIFICATION_DELETED }) },
    },
  },
}
