/** One line on stderr about why nothing happens. */
export function complain(line: string): void {
  process.stderr.write(`relayer-server: ${line}\n`)
}
