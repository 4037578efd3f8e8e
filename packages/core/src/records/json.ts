/** A plain JSON value. Amounts and sequences inside it are decimal or `0x` strings, never numbers above 2^53. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

/** A plain JSON object. */
export interface JsonObject {
  readonly [key: string]: Json
}
