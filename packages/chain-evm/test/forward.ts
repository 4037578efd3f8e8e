import type { Handler, RequestBody, RequestCall } from './faultServer.ts'

/**
 * A proxy's handler: passes everything on to a node, except that the methods named are answered with an error, or (null) with
 * nothing at all.
 */
export function forward(url: string, errors: Readonly<Record<string, object | null>> = {}): Handler {
  return async (body: RequestBody) => {
    const calls = [body].flat() as readonly RequestCall[]
    const passed = calls.filter(({ method }) => !(method in errors))
    const answers = passed.length === 0 ? [] : await post(url, passed)
    const own = calls.flatMap(({ id, method }) => (errors[method] == null ? [] : [{ id, error: errors[method] }]))
    const all = [...answers, ...own]
    return Array.isArray(body) ? all : (all[0] ?? {})
  }
}

async function post(url: string, calls: readonly RequestCall[]): Promise<readonly unknown[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls),
  })
  return (await response.json()) as readonly unknown[]
}
