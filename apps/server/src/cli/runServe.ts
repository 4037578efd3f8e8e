import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createCloser } from '../composition/createCloser.ts'
import { createLogger } from '../composition/createLogger.ts'
import { openLogFile } from '../composition/openLogFile.ts'
import { provideEncryptionKey } from '../composition/provideEncryptionKey.ts'
import { startServer } from '../composition/startServer.ts'
import { stopOnSignal } from '../composition/stopOnSignal.ts'
import type { Environment } from '../config/environment.ts'
import { readConfigFile } from '../config/readConfigFile.ts'
import { readEnvironment } from '../config/readEnvironment.ts'
import { runDevelopment } from '../development/runDevelopment.ts'
import { startError } from './startError.ts'

const options = { 'dev-if-unconfigured': { type: 'boolean', default: false } } as const

/** The server; in a project without any configuration, and only if asked to, the development server. */
export async function runServe(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
  const environment = readEnvironment()
  const unconfigured = environment.apiKey === null && !existsSync(environment.configPath)
  if (values['dev-if-unconfigured'] && unconfigured && !environment.production) return runDevelopment(environment)
  await serve(environment, requireApiKey(environment))
}

async function serve(environment: Environment, apiKey: string): Promise<void> {
  const { logLevel, logFile, secrets } = environment
  const level = logLevel ?? 'info'
  const destination = logFile === null ? {} : { destination: openLogFile(logFile, new Date()) }
  const logger = createLogger({ level, secrets, ...destination })
  const { configuration, warnings } = await readConfigFile(environment)
  for (const warning of warnings) logger.warn({}, warning)
  if (environment.ignored.length > 0)
    logger.info({ names: environment.ignored }, 'environment variables without effect here')

  const closer = createCloser(logger)
  stopOnSignal(closer, logger)
  try {
    const encryptionKey = await provideEncryptionKey(environment, logger)
    await startServer({ environment, apiKey, encryptionKey, configuration, logger, closer })
  } catch (error) {
    await closer.close()
    throw error
  }
}

/** Names everything that is missing at once. */
function requireApiKey({ apiKey, configPath }: Environment): string {
  const missing = [
    !existsSync(configPath) && `there is no config file at ${configPath} (CONFIG_DIR, CONFIG_FILE_NAME)`,
    apiKey === null && 'API_KEY must be set (32 characters or more)',
  ].filter(text => text !== false)
  if (missing.length > 0) throw startError(missing.join('; '))
  return apiKey as string
}
