import { startError } from '../cli/startError.ts'

/** Gives an account of a development chain a balance, in wei. */
export async function fundAccount(url: string, address: string, balance: bigint): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setBalance',
      params: [address, `0x${balance.toString(16)}`],
    }),
  })
  const { error } = (await response.json()) as { error?: { message: string } }
  if (error) throw startError(`anvil refused to fund ${address}: ${error.message}`)
}
