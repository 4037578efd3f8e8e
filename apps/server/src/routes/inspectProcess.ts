import { readdir, readFile, readlink } from 'node:fs/promises'
import type { ComponentStatus } from '@relayer/schemas'

export type ProcessState = {
  readonly status: ComponentStatus
  readonly fd_count: number
  readonly fd_limit: number
  readonly fd_usage_percent: number
  readonly close_wait_count: number
  readonly error?: string | undefined
}

/** Open files and half-closed sockets of this process, from /proc; zeros where there is no /proc. */
export async function inspectProcess(): Promise<ProcessState> {
  const descriptors = await readdir('/proc/self/fd').catch(() => [])
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0)
  const closeWait = await countCloseWait(descriptors)
  const ratio = limit > 0 ? descriptors.length / limit : 0
  const errors = [
    ratio > 0.8 &&
      `File descriptor limit critical: ${descriptors.length}/${limit} (${(ratio * 100).toFixed(1)}% > 80.0%)`,
    closeWait > 500 && `Too many CLOSE_WAIT sockets: ${closeWait} > 500`,
  ].filter(text => text !== false)
  const degraded = ratio > 0.7 || closeWait > 200
  return {
    status: errors.length > 0 ? 'unhealthy' : degraded ? 'degraded' : 'healthy',
    fd_count: descriptors.length,
    fd_limit: limit,
    fd_usage_percent: Math.floor(ratio * 100),
    close_wait_count: closeWait,
    ...(errors.length > 0 && { error: errors.join('; ') }),
  }
}

/** /proc/net/tcp lists the sockets of the whole machine; those of this process are known by their inode. */
async function countCloseWait(descriptors: readonly string[]): Promise<number> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map(name => readFile(`/proc/self/net/${name}`, 'utf8').catch(() => '')),
  )
  // columns: slot, local, remote, state (08 is CLOSE_WAIT), queues, timer, retransmits, uid, timeout, inode
  const rows = tables.flatMap(table => table.split('\n').slice(1)).map(row => row.trim().split(/\s+/))
  const inodes = new Set(rows.filter(row => row[3] === '08').map(row => `socket:[${row[9]}]`))
  if (inodes.size === 0) return 0
  const links = await Promise.all(descriptors.map(name => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return links.filter(link => inodes.has(link)).length
}
