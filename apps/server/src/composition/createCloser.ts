import type { Logger } from '@relayer/core'

/** What has to be closed, in reverse order of its opening. */
export interface Closer {
  /** After {@link Closer.close} it is closed at once: a start that was overtaken by a stop leaves nothing behind. */
  add(name: string, close: () => void | Promise<void>): void
  /** Closes everything once; a part that fails does not keep the others open. */
  close(): Promise<void>
  isClosing(): boolean
}

export function createCloser(logger: Logger): Closer {
  const open: { readonly name: string; readonly close: () => void | Promise<void> }[] = []
  let closing: Promise<void> | null = null
  const closeAll = async () => {
    for (let part = open.pop(); part; part = open.pop()) {
      try {
        await part.close()
      } catch (error) {
        logger.error({ err: error, part: part.name }, 'closing failed')
      }
    }
  }
  return {
    add(name, close) {
      open.push({ name, close })
      if (closing !== null) closing = closing.then(closeAll)
    },
    close() {
      closing ??= closeAll()
      return closing
    },
    isClosing: () => closing !== null,
  }
}
