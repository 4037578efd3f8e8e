import { type ChildProcess, spawn } from 'node:child_process'
import { callNode } from './callNode.ts'
import { findAnvil } from './findAnvil.ts'

/** How anvil is started; every field may be left out. */
export interface StartAnvilOptions {
  /** Default: a free one. */
  readonly port?: number
  /**
   * Seconds between blocks; null: blocks come by `anvil_mine` alone. Default null. Automine is never on: it stalls under
   * concurrent sends and leaves transactions unmined.
   */
  readonly blockTime?: number | null
  /** Default 31337. */
  readonly chainId?: number
  /** Further command line arguments. */
  readonly args?: readonly string[]
  /** Where the binary is looked for; default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** A running anvil. Its ten development accounts have 10,000 ether each. */
export interface Anvil {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** One JSON-RPC call; throws what the node says. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Kills this process and no other; resolves when it is gone. */
  stop(): Promise<void>
}

const startTimeoutMs = 15_000

/**
 * Starts anvil on a port of its own and waits until it listens.
 *
 * @example
 * const anvil = await startAnvil({ blockTime: 1 })
 * await anvil.rpc('anvil_mine', ['0x1'])
 * await anvil.stop()
 */
export async function startAnvil(options: StartAnvilOptions = {}): Promise<Anvil> {
  const { port = 0, blockTime = null, chainId = 31_337, args = [], env = process.env } = options
  const path = findAnvil(env)
  if (path === null) throw new Error('anvil not found: set ANVIL_BIN or put anvil on the PATH')
  const mining = blockTime === null ? ['--no-mining'] : ['--block-time', String(blockTime)]
  const child = spawn(path, ['--port', String(port), '--chain-id', String(chainId), ...mining, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  try {
    const listeningPort = await waitForPort(child)
    const url = `http://127.0.0.1:${listeningPort}`
    return {
      url,
      port: listeningPort,
      pid: child.pid ?? 0,
      rpc: (method, params = []) => callNode(url, method, params),
      async stop() {
        child.kill('SIGKILL')
        await exited
      },
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

function waitForPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error('anvil did not start in time')), startTimeoutMs)
    const settle = (act: () => void) => {
      clearTimeout(timer)
      act()
    }
    child.once('error', error => settle(() => reject(error)))
    child.once('exit', code => settle(() => reject(new Error(`anvil ended with code ${code}`))))
    // Read to the end of its life: a full pipe would block the node.
    child.stdout?.on('data', (chunk: Buffer) => {
      if (output === 'listening') return
      output += chunk.toString()
      const port = /Listening on [\d.]+:(\d+)/.exec(output)?.[1]
      if (port === undefined) return
      output = 'listening'
      settle(() => resolve(Number(port)))
    })
  })
}
