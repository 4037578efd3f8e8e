import type { NetworkType } from '@relayer/schemas'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import { normaliseAddress } from '../records/apiKey.ts'

/**
 * Whether a parsed transaction body sends to allowed receivers only; null allows all. `FORBIDDEN` also for a body whose
 * receivers can't be told: a contract's creation, a pre-built transaction, operations other than payments.
 */
export function checkReceivers(
  networkType: NetworkType,
  body: unknown,
  receivers: readonly string[] | null | undefined,
): Result<null> {
  if (receivers == null) return succeed(null)
  const allowed = new Set(receivers.map(normaliseAddress))
  const sent = receiversOf(networkType, body as Readonly<Record<string, unknown>>)
  if (sent === null)
    return fail('FORBIDDEN', 'The API key is limited to receivers, and those of this transaction are not plain')
  return sent.every(receiver => allowed.has(normaliseAddress(receiver)))
    ? succeed(null)
    : fail('FORBIDDEN', 'The API key is not allowed to send to this receiver')
}

/** Null: can't be told. */
function receiversOf(networkType: NetworkType, body: Readonly<Record<string, unknown>>): readonly string[] | null {
  if (networkType === 'evm') return typeof body['to'] === 'string' && body['to'] !== '' ? [body['to']] : null
  if (networkType !== 'stellar' || body['transaction_xdr'] != null || !Array.isArray(body['operations'])) return null
  const operations: readonly { readonly type?: unknown; readonly destination?: unknown }[] = body['operations']
  const receivers = operations.map(({ type, destination }) => (type === 'payment' ? destination : null))
  return receivers.length > 0 && receivers.every(receiver => typeof receiver === 'string') ? receivers : null
}
