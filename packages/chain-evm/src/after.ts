/** Runs something once, so many ms later, unless the returned function is called before. */
export type After = (ms: number, act: () => void) => () => void

/** By the machine's clock. */
export const afterTimeout: After = (ms, act) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
