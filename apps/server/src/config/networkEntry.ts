import * as z from 'zod'
import { rpcUrlEntry } from './rpcUrlEntry.ts'

const texts = z.array(z.string()).nullish()
const count = z.int().min(0).nullish()

const common = {
  network: z.string().min(1, 'a network needs a name'),
  from: z.string().nullish(),
  rpc_urls: z.array(rpcUrlEntry).nullish(),
  explorer_urls: z.array(z.url({ error: 'a URL expected' })).nullish(),
  average_blocktime_ms: z.int().min(1).nullish(),
  is_testnet: z.boolean().nullish(),
  tags: texts,
}

const gasPriceCache = z
  .strictObject({
    enabled: z.boolean().default(false),
    stale_after_ms: z.int().min(1).default(20_000),
    expire_after_ms: z.int().min(1).default(45_000),
  })
  .refine(cache => cache.expire_after_ms > cache.stale_after_ms, {
    error: 'expire_after_ms must be greater than stale_after_ms',
  })

/** One network as it stands in the file, before inheritance. */
export const networkEntry = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      ...common,
      type: z.literal('evm'),
      chain_id: count,
      required_confirmations: count,
      features: texts,
      symbol: z.string().nullish(),
      gas_price_cache: gasPriceCache.nullish(),
      private_rpc_urls: z.array(rpcUrlEntry).nullish(),
    }),
    z.strictObject({ ...common, type: z.literal('solana') }),
    z.strictObject({
      ...common,
      type: z.literal('stellar'),
      passphrase: z.string().nullish(),
      horizon_url: z.url({ error: 'a URL expected' }).nullish(),
    }),
  ],
  { error: 'type must be one of evm, solana, stellar' },
)
export type NetworkEntry = z.output<typeof networkEntry>
