import * as z from 'zod/mini'
import { reason } from './explain.ts'

/** The chain families. */
export const networkType = /* @__PURE__ */ z.enum(['evm', 'solana', 'stellar'], reason)
export type NetworkType = z.output<typeof networkType>
