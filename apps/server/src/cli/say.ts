/** One line for the person at the terminal. What the server does for itself goes to the logger. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
