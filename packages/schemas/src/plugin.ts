import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { u53 } from './integer.ts'
import { type Json, jsonObject, jsonValue } from './jsonValue.ts'
import { object, strictObject } from './object.ts'

const text = /* @__PURE__ */ z.string(reason)
const flag = /* @__PURE__ */ z.boolean(reason)

/** Record of a plugin. `timeout` is an object on the wire, in seconds and nanoseconds. */
export const plugin = /* @__PURE__ */ object({
  id: text,
  path: text,
  timeout: /* @__PURE__ */ object({ secs: u53, nanos: u53 }),
  emit_logs: flag,
  emit_traces: flag,
  raw_response: flag,
  allow_get_invocation: flag,
  config: /* @__PURE__ */ z.nullable(jsonObject),
  forward_logs: flag,
})
export type Plugin = z.output<typeof plugin>

/** Body of PATCH /plugins/{id}: null is the same as absent; `timeout` in seconds; unknown keys are refused. */
export const pluginUpdate = /* @__PURE__ */ strictObject({
  timeout: /* @__PURE__ */ z.nullish(u53),
  emit_logs: /* @__PURE__ */ z.nullish(flag),
  emit_traces: /* @__PURE__ */ z.nullish(flag),
  raw_response: /* @__PURE__ */ z.nullish(flag),
  allow_get_invocation: /* @__PURE__ */ z.nullish(flag),
  config: /* @__PURE__ */ z.nullish(jsonObject),
  forward_logs: /* @__PURE__ */ z.nullish(flag),
})
export type PluginUpdate = z.output<typeof pluginUpdate>

/** The params of a plugin call: the value of a top-level `params` key, even null, else the whole body. */
export function pluginParams(body: Json): Json {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject && Object.hasOwn(body, 'params') ? ((body as { readonly params: Json }).params ?? null) : body
}

/** One line that a plugin logged. */
export const pluginLog = /* @__PURE__ */ object({
  level: /* @__PURE__ */ z.enum(['log', 'info', 'error', 'warn', 'debug', 'result'], reason),
  message: text,
})
export type PluginLog = z.output<typeof pluginLog>

/** `metadata` of a plugin answer; each key only when the plugin emits it. */
export const pluginMetadata = /* @__PURE__ */ object({
  logs: /* @__PURE__ */ z.optional(/* @__PURE__ */ array(pluginLog)),
  traces: /* @__PURE__ */ z.optional(/* @__PURE__ */ array(jsonValue)),
})
export type PluginMetadata = z.output<typeof pluginMetadata>

/** `data` of a failed plugin call. */
export const pluginFailure = /* @__PURE__ */ object({
  code: /* @__PURE__ */ z.optional(text),
  details: /* @__PURE__ */ z.optional(jsonValue),
})
export type PluginFailure = z.output<typeof pluginFailure>
