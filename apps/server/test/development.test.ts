import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Cli, runCli } from './support/runCli.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const run = promisify(execFile)
let cwd: string
let cli: Cli | null = null
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'relayer-dev-test-'))
})
afterEach(async () => {
  cli?.child.kill('SIGKILL')
  await cli?.ended
  await rm(cwd, { recursive: true, force: true })
})

const start = (env: Readonly<Record<string, string>>) => {
  cli = runCli(['serve', '--dev-if-unconfigured'], { cwd, env })
  return cli
}
const isUp = (url: string) =>
  fetch(url, { method: 'POST', body: '{}' }).then(
    () => true,
    () => false,
  )

describe('development mode', () => {
  it('relays one transaction, its curl line another, and Ctrl-C ends everything', async () => {
    const dev = start({ APP_PORT: '0', NODE_ENV: 'development' })
    expect((await dev.match(/^.*\n/))[0]).toMatch(/^Development mode: /)
    const [, chain = ''] = await dev.match(/^chain .*(http:\S+)$/m)
    const [, folder = ''] = await dev.match(/^database\s+(\S+)$/m)
    const [, server = ''] = await dev.match(/^server\s+(\S+)$/m)
    expect(server).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const [, hash] = await dev.match(/^ {2}confirmed {2}(0x[\da-f]{64})$/m)
    expect(hash).toBeDefined()

    const [line = ''] = await dev.match(/^curl .*$/m)
    const { stdout } = await run('bash', ['-c', line])
    const posted = JSON.parse(stdout)
    expect(posted).toMatchObject({ success: true, data: { status: 'pending' } })
    const authorization = /Authorization: Bearer \S+(?=')/.exec(line)?.[0].slice('Authorization: '.length) ?? ''
    await until('the second transaction', async () => {
      const answer = await fetch(`${server}/api/v1/relayers/dev/transactions/${posted.data.id}`, {
        headers: { Authorization: authorization },
      })
      const { data } = (await answer.json()) as { data: { status: string } }
      return data.status === 'confirmed' ? true : undefined
    })

    // its own chain may be changed through …/rpc, which is refused anywhere else
    const rpc = async (method: string) => {
      const answer = await fetch(`${server}/api/v1/relayers/dev/rpc`, {
        method: 'POST',
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify({ id: 1, method, params: [] }),
      })
      return (await answer.json()) as object
    }
    expect(await rpc('evm_snapshot')).toMatchObject({ result: expect.any(String) })
    expect(await rpc('eth_sendTransaction')).toMatchObject({ error: { code: -32601 } })

    expect(existsSync(folder)).toBe(true)
    expect(await isUp(chain)).toBe(true)
    // under npm one Ctrl-C may arrive twice
    dev.child.kill('SIGINT')
    dev.child.kill('SIGINT')
    expect(await dev.ended).toBe(0)
    expect([await isUp(chain), await isUp(server), existsSync(folder)]).toEqual([false, false, false])
    expect(dev.stderr()).toBe('')
  })

  it('takes another port when its own is taken, and SIGTERM ends everything half-way', async () => {
    const taken = createServer()
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const dev = start({ APP_PORT: String(port) })
    const [, chain = ''] = await dev.match(/^chain .*(http:\S+)$/m)
    const [, server] = await dev.match(/^server\s+\S+:(\d+)$/m)
    expect(Number(server)).not.toBe(port)
    dev.child.kill('SIGTERM')
    expect(await dev.ended).toBe(0)
    expect(await isUp(chain)).toBe(false)
    taken.close()
  })

  it('stops with a sentence when its chain dies', async () => {
    const dev = start({ APP_PORT: '0' })
    const [, chain = ''] = await dev.match(/^chain .*(http:\S+)$/m)
    await dev.match(/^ {2}confirmed/m)
    const { stdout } = await run('ps', ['-o', 'pid=,args=', '--ppid', String(dev.child.pid)])
    const [, pid] = /^\s*(\d+) .*anvil/m.exec(stdout) ?? []
    process.kill(Number(pid), 'SIGKILL')
    expect(await dev.ended).toBe(1)
    expect(dev.stderr()).toContain('anvil has ended')
    expect(await isUp(chain)).toBe(false)
  })
})
