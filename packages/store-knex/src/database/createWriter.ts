import type { Sql } from './sql.ts'

type Job = (sql: Sql) => Promise<unknown>

interface Waiting {
  readonly job: Job
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Jobs in one commit; more only makes the first wait for the last. */
const groupLimit = 64

/** Runs jobs on a connection of its own; those that wait while a commit is in flight share the next commit. */
export interface Writer {
  run<T>(job: (sql: Sql) => Promise<T>): Promise<T>
  /** Waits for what was accepted so far. */
  drain(): Promise<void>
}

/** The one writer of an SQLite file. A job that throws undoes only itself: it has a savepoint. */
export function createWriter(sql: Sql, begin: string): Writer {
  const queue: Waiting[] = []
  let running: Promise<void> | null = null

  async function runJob(job: Job, alone: boolean): Promise<PromiseSettledResult<unknown>> {
    // Alone in its transaction, a job needs no savepoint: what it throws rolls everything back.
    if (alone) return { status: 'fulfilled', value: await job(sql) }
    await sql('SAVEPOINT job')
    try {
      const value = await job(sql)
      await sql('RELEASE job')
      return { status: 'fulfilled', value }
    } catch (reason) {
      await sql('ROLLBACK TO job')
      await sql('RELEASE job')
      return { status: 'rejected', reason }
    }
  }

  async function commitGroup(group: readonly Waiting[]): Promise<void> {
    const results: PromiseSettledResult<unknown>[] = []
    try {
      await sql(begin)
      for (const { job } of group) results.push(await runJob(job, group.length === 1))
      await sql('COMMIT')
    } catch (error) {
      // A full disk and the like end the transaction by themselves; then there is nothing left to roll back.
      await sql('ROLLBACK').catch(() => undefined)
      for (const { reject } of group) reject(error)
      return
    }
    for (const [i, result] of results.entries()) {
      if (result.status === 'fulfilled') group[i]?.resolve(result.value)
      else group[i]?.reject(result.reason)
    }
  }

  async function work(): Promise<void> {
    while (queue.length > 0) await commitGroup(queue.splice(0, groupLimit))
    running = null
  }

  return {
    run<T>(job: (sql: Sql) => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push({ job, resolve: value => resolve(value as T), reject })
        // A microtask later, so that what is asked for in the same turn is one group.
        running ??= Promise.resolve().then(work)
      })
    },
    async drain() {
      await running
    },
  }
}
