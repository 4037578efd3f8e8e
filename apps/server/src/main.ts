import { RelayerError } from '@relayer/core'
import { complain } from './cli/complain.ts'
import { readVersion } from './cli/readVersion.ts'
import { runKeygen } from './cli/runKeygen.ts'
import { runMigrate } from './cli/runMigrate.ts'
import { runServe } from './cli/runServe.ts'
import { say } from './cli/say.ts'
import { startError } from './cli/startError.ts'
import { usage } from './cli/usage.ts'

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  serve: runServe,
  migrate: runMigrate,
  keygen: runKeygen,
}

/** Runs one command; what goes wrong ends as a sentence on stderr and exit code 1. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await run(args)
  } catch (error) {
    complain(explain(error))
    process.exit(1)
  }
}

async function run(args: readonly string[]): Promise<void> {
  const [name = '', ...rest] = args
  if (name === '--version' || name === '-v') return say(readVersion())
  if (args.includes('--help') || args.includes('-h')) return say(usage)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw startError(`${name === '' ? 'no command given' : `unknown command ${name}`}\n\n${usage}`)
  // what is written here (database, keys, keystores) is for its owner alone
  process.umask(0o077)
  await command(rest)
}

/** A known error is its own sentence; anything else is a bug, and its stack is what helps. */
function explain(error: unknown): string {
  if (error instanceof RelayerError) return error.message
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    return `${error.message}\n\n${usage}`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
