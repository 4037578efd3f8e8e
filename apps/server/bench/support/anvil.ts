import { spawn } from 'node:child_process'
import { findAnvil } from '@relayer/chain-evm/testing'
import { endWithMe, waitForOutput } from './children.ts'
import { callRpc } from './callRpc.ts'

export interface Anvil {
  readonly url: string
  readonly port: number
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
  stop(): Promise<void>
}

/** The kind of node that all figures are about: a block per second, or none at all; 600 M gas per block. */
export async function startAnvil({ mining = true } = {}): Promise<Anvil> {
  const path = findAnvil(process.env)
  if (path === null) throw new Error('anvil not found: set ANVIL_BIN or put anvil on the PATH')
  const pace = mining ? ['--block-time', '1'] : ['--no-mining']
  const args = ['--host', '127.0.0.1', '--port', '0', '--gas-limit', '600000000', ...pace]
  const child = endWithMe(spawn(path, args, { stdio: ['ignore', 'pipe', 'ignore'] }))
  const [, port] = await waitForOutput(child, /Listening on [\d.]+:(\d+)/)
  const closed = new Promise(resolve => child.once('close', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    port: Number(port),
    rpc: (method, params = []) => callRpc(Number(port), method, params),
    async stop() {
      child.kill('SIGKILL')
      await closed
    },
  }
}

/** Waits for the next block, then for a part of a block time: where in it a run begins decides how long it takes. */
export async function waitForPhase(anvil: Anvil, phase: number): Promise<void> {
  const before = await anvil.rpc('eth_blockNumber')
  while ((await anvil.rpc('eth_blockNumber')) === before) await sleep(5)
  await sleep(phase * 1000)
}

export function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
