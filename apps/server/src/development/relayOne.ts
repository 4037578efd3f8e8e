import { setTimeout } from 'node:timers/promises'
import { say } from '../cli/say.ts'
import { type Api, callApi } from './callApi.ts'

const pollMs = 100
const final = new Set(['confirmed', 'failed', 'canceled', 'expired'])

interface Transaction {
  readonly id: string
  readonly status: string
  readonly status_reason: string | null
  readonly hash: string | null
}

/** Posts a transaction over HTTP and says every status it passes through, until it ends. */
export async function relayOne(api: Api, relayerId: string, body: object): Promise<void> {
  const path = `/relayers/${relayerId}/transactions`
  let transaction = await callApi<Transaction>(api, path, body)
  say(`transaction ${transaction.id}`)
  for (let shown = ''; ; transaction = await callApi<Transaction>(api, `${path}/${transaction.id}`)) {
    const { status, status_reason, hash } = transaction
    const line = [`  ${status}`, status_reason, hash].filter(Boolean).join('  ')
    if (line !== shown) say(line)
    shown = line
    if (final.has(status)) return
    await setTimeout(pollMs)
  }
}
