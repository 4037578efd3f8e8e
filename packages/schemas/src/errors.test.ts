import { expect, test } from 'vitest'
import * as errors from './errors.ts'

test('texts with values in them', () => {
  expect(errors.relayerNotFound('x')).toBe('Relayer with ID x not found')
  expect(errors.notificationNotFound('x')).toBe("Notification with ID 'x' not found")
  expect(errors.invalidNonce('abc')).toBe('can not parse "abc" to a u64')
  expect(errors.gasLimitTooLow(21000n, 20000n)).toBe(
    'gas_limit is too low, intrinsic gas is 21000 and gas_limit is 20000',
  )
  expect(errors.jsonDeserializeError(errors.invalidPolicyShape('evm', 'missing field `x`'))).toBe(
    'Json deserialize error: Bad Request: Invalid EVM policy: missing field `x`',
  )
  expect(errors.signerHasRelayers('s', ['a', 'b'])).toBe(
    "Cannot delete signer 's' because it is being used by 2 relayer(s): a, b. Please remove or reconfigure these relayers before deleting the signer.",
  )
  expect(errors.invalidTransactionState('cancel_transaction', 'Confirmed')).toBe(
    'Invalid transaction state for cancel_transaction. Current: Confirmed, Expected one of: [Pending, Sent, Submitted]',
  )
})

test('the messages of interface.md', () => {
  expect([400, 401, 404, 429, 500].map(status => errors.STATUS_MESSAGE[status])).toEqual([
    'Bad Request',
    'Unauthorized',
    'Not found',
    'Too Many Requests',
    'Internal Server Error',
  ])
  expect(errors.NOTIFICATION_NOT_FOUND).toBe('Notification not found')
  expect(errors.SIGNER_EXISTS).toBe('Signer with this ID already exists')
  expect(errors.NOTIFICATION_EXISTS).toBe('Notification with this ID already exists')
})
