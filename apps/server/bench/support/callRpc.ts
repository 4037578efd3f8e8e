import { requestJson } from './requestJson.ts'

interface RpcAnswer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** One JSON-RPC call; throws what the node says. */
export async function callRpc(port: number, method: string, params: readonly unknown[]): Promise<unknown> {
  const { body } = await requestJson({
    port,
    method: 'POST',
    path: '/',
    body: { jsonrpc: '2.0', id: 1, method, params },
  })
  return resultOf(method, body as RpcAnswer)
}

/** One batch of calls of one method. */
export async function callRpcBatch(
  port: number,
  method: string,
  all: readonly (readonly unknown[])[],
): Promise<readonly unknown[]> {
  const calls = all.map((params, id) => ({ jsonrpc: '2.0', id, method, params }))
  const { body } = await requestJson({ port, method: 'POST', path: '/', body: calls })
  return (body as readonly RpcAnswer[]).map(answer => resultOf(method, answer))
}

function resultOf(method: string, { result, error }: RpcAnswer): unknown {
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}
