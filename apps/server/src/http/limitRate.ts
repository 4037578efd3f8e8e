import { isIPv6 } from 'node:net'
import { RATE_LIMITED } from '@relayer/schemas/errors'
import type { Context } from 'koa'
import { createBuckets } from '../limits/createBuckets.ts'
import { tooManyRequests } from './tooManyRequests.ts'

export interface RateOptions {
  readonly perSecond: number
  readonly burst: number
  /** How many proxies in front of this server add to `X-Forwarded-For`; 0: the header is not believed. */
  readonly proxyHops: number
  /** ms of a clock that never goes back. */
  readonly now: () => number
}

/** Throw 429 when requests come too fast. */
export interface RateLimit {
  /** A request whose key is known to be good; only such requests make a bucket of a key. */
  takeKey(keyId: string): void
  /** A request of nobody in particular, by its address. */
  takeAddress(ctx: Context): void
}

const mostKeys = 100_000
const mostAddresses = 10_000

/** One rate for all: keys and addresses have buckets of their own. Counted in this process only. */
export function limitRate({ perSecond, burst, proxyHops, now }: RateOptions): RateLimit {
  const rate = { intervalMs: 1000 / perSecond, burst }
  const keys = createBuckets(rate, mostKeys, now)
  const addresses = createBuckets(rate, mostAddresses, now)
  const refuseAfter = (waitMs: number): void => {
    if (waitMs > 0) throw tooManyRequests(RATE_LIMITED, Math.floor(waitMs / 1000))
  }
  return {
    takeKey: keyId => refuseAfter(keys.take(keyId)),
    takeAddress: ctx => refuseAfter(addresses.take(addressOf(ctx, proxyHops))),
  }
}

/** Who is asking: one IPv4 address, or one IPv6 network of 64 bits, which is what one client has. */
function addressOf({ req }: Context, proxyHops: number): string {
  const given = req.headers['x-forwarded-for']
  const hops = proxyHops > 0 && typeof given === 'string' ? given.split(',').slice(-proxyHops) : []
  const address = (hops[0] ?? req.socket.remoteAddress ?? '').trim().replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv6(address) ? networkOf(address) : address.slice(0, 45)
}

function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length)
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 4).join(':')
}
