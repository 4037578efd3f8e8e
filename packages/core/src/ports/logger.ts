/** Structured fields of a log line: ids, names, counts. Never a key, a token or a URL with a key in it. */
export type LogFields = Readonly<Record<string, unknown>>

/** Where the engine logs; pino fits as it is. */
export interface Logger {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
}
