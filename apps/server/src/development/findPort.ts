import { createServer } from 'node:net'

/** The wanted port if nobody listens on it, else 0, which is any free one. */
export async function findPort(host: string, wanted: number): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen(wanted, host, () => probe.close(() => resolve(wanted)))
  })
}
