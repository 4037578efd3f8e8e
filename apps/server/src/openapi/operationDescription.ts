import type { JsonSchema } from './jsonSchema.ts'

/** A parameter in the query or in a header; path parameters are read off the path. */
export interface ParameterDescription {
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
}

/** What an operation answers when it succeeds. */
export interface AnswerDescription {
  readonly description: string
  /** `application/json` unless told otherwise. */
  readonly contentType?: string
  readonly schema: JsonSchema
  readonly headers?: readonly ParameterDescription[]
}

/** A status that is answered in the failure envelope. */
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504

/** What the document tells of an operation beyond what the table of operations knows. */
export interface OperationDescription {
  /** The name of the SDK's method where it has one. */
  readonly operationId: string
  /** One line. */
  readonly summary: string
  readonly description?: string
  readonly query?: readonly ParameterDescription[]
  readonly headers?: readonly ParameterDescription[]
  /** Schema of the body, for operations that take one. */
  readonly request?: JsonSchema
  /** By status; a failure that has a body of its own (readiness) stands here too. */
  readonly answers: Readonly<Record<number, AnswerDescription>>
  /** Failures beyond those that every operation of its kind can have, see `commonFailures`. */
  readonly failures?: readonly FailureStatus[]
}

/** The operations of one tag, by method and path as the table of operations writes them. */
export interface TagDescription {
  readonly name: string
  readonly description: string
  readonly operations: Readonly<Record<string, OperationDescription>>
}
