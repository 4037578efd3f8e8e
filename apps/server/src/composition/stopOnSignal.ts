import type { Logger } from '@relayer/core'
import type { Closer } from './createCloser.ts'

/** Lanes commit before they send, so a process that is cut off after this loses nothing. */
const patienceMs = 30_000
/** One Ctrl-C under npm arrives twice: from the terminal, and passed on by npm. */
const sameSignalMs = 500

/** SIGTERM and SIGINT close everything and exit with 0; a second one exits at once. */
export function stopOnSignal(closer: Closer, logger: Logger): void {
  let stoppingSince: number | null = null
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    logger.info({ signal }, 'stopping')
    setTimeout(() => {
      logger.error({ patienceMs }, 'stopping takes too long; giving up')
      process.exit(1)
    }, patienceMs).unref()
    void closer.close().then(() => {
      logger.info({}, 'stopped')
      process.exit(0)
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
