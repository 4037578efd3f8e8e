import * as z from 'zod/mini'
import { reason } from './explain.ts'

/** How quickly an EVM transaction should be included; sets its price. */
export const speed = /* @__PURE__ */ z.enum(['fastest', 'fast', 'average', 'safeLow'], reason)
export type Speed = z.output<typeof speed>
