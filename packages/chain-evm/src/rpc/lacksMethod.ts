import type { RpcAnswer } from './jsonRpc.ts'

const missing =
  /method.*(not (found|available|supported|exist|allowed|enabled|whitelisted)|does not exist|unsupported)|unsupported method|unknown method/i

/** Whether the node said that it does not have the method. By its words: -32004 is a short balance at Besu. */
export function lacksMethod(answer: RpcAnswer | undefined): boolean {
  if (answer?.kind !== 'error') return false
  return answer.code === -32601 || missing.test(answer.message)
}
