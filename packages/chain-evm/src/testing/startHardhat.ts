import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { callNode } from './callNode.ts'
import { findHardhat } from './findHardhat.ts'

/** How a hardhat node is started; every field may be left out. */
export interface StartHardhatOptions {
  /** Seconds between blocks; null: blocks come by `hardhat_mine` alone. Default null. */
  readonly blockTime?: number | null
  /** Default 31337. */
  readonly chainId?: number
}

/** A running hardhat node. Its twenty development accounts have 10,000 ether each; the first ten are anvil's. */
export interface Hardhat {
  readonly url: string
  readonly pid: number
  /** One JSON-RPC call; throws what the node says. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Kills this process and no other, and removes its folder; resolves when both are gone. */
  stop(): Promise<void>
}

const startTimeoutMs = 60_000

/**
 * Starts a hardhat node (EDR) on a port of its own and waits until it listens. Other than anvil's, its pool has geth's rules: a
 * replacement pays 10 % more in fee and tip, a transaction stays when the base fee rises above it, and dropping one leaves
 * later nonces where they are. It reorganises nothing.
 *
 * @example
 * const hardhat = await startHardhat()
 * await hardhat.rpc('hardhat_mine', ['0x1'])
 * await hardhat.stop()
 */
export async function startHardhat(options: StartHardhatOptions = {}): Promise<Hardhat> {
  const { blockTime = null, chainId = 31_337 } = options
  const cli = findHardhat()
  if (cli === null) throw new Error('hardhat not found: install hardhat and its native part for this platform')
  const folder = await makeProject(cli, { chainId, intervalMs: (blockTime ?? 0) * 1_000 })
  const remove = () => rm(folder, { recursive: true, force: true })
  // its own home, so that nothing outside the folder is read or written
  const child = spawn(process.execPath, [join(folder, 'node_modules/hardhat', cliIn(cli)), 'node', '--port', '0'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, CI: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const end = async () => {
    if (child.kill('SIGKILL')) await exited
    await remove()
  }
  try {
    const url = await waitForUrl(child)
    return { url, pid: child.pid ?? 0, rpc: (method, params = []) => callNode(url, method, params), stop: end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Hardhat runs in a project that has it in its own `node_modules`, and nowhere else. */
async function makeProject(
  cli: string,
  { chainId, intervalMs }: { readonly chainId: number; readonly intervalMs: number },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'relayer-hardhat-'))
  const node = { type: 'edr-simulated', chainType: 'l1', chainId, mining: { auto: false, interval: intervalMs } }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'hardhat.config.js'), `export default ${JSON.stringify({ networks: { node } })}\n`)
  await mkdir(join(folder, 'node_modules'))
  await symlink(packageOf(cli), join(folder, 'node_modules/hardhat'))
  return folder
}

/** `dist/src/cli.js` of the package. */
function cliIn(cli: string): string {
  return cli.slice(packageOf(cli).length + 1)
}

function packageOf(cli: string): string {
  return dirname(dirname(dirname(cli)))
}

function waitForUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error('hardhat did not start in time')), startTimeoutMs)
    const settle = (act: () => void) => {
      clearTimeout(timer)
      act()
    }
    child.once('error', error => settle(() => reject(error)))
    child.once('exit', code => settle(() => reject(new Error(`hardhat ended with code ${code}`))))
    // Read to the end of its life: a full pipe would block the node.
    child.stdout?.on('data', (chunk: Buffer) => {
      if (output === 'listening') return
      output += chunk.toString()
      const url = /server at (http:\/\/[\d.]+:\d+)/.exec(output)?.[1]
      if (url === undefined) return
      output = 'listening'
      settle(() => resolve(url))
    })
  })
}
