import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { object } from './object.ts'

/** State of a component; the whole is as bad as its worst part. */
export const componentStatus = /* @__PURE__ */ z.enum(['healthy', 'degraded', 'unhealthy'], reason)
export type ComponentStatus = z.output<typeof componentStatus>

const component = /* @__PURE__ */ z.catchall(
  /* @__PURE__ */ object({
    status: componentStatus,
    error: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.string(reason)),
  }),
  /* @__PURE__ */ z.unknown(),
)

/** Body of GET /ready, not in the envelope: 200 when `ready`, else 503. Components carry measures of their own. */
export const readiness = /* @__PURE__ */ object({
  ready: /* @__PURE__ */ z.boolean(reason),
  status: componentStatus,
  reason: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.string(reason)),
  components: /* @__PURE__ */ z.catchall(/* @__PURE__ */ object({}), component),
  timestamp: /* @__PURE__ */ z.string(reason),
})
export type Readiness = z.output<typeof readiness>
