import { signerNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { JsonObject } from '../records/json.ts'
import type { SignerRecord } from '../records/resources.ts'

/** A signer to create; `secret` is JSON text of the secret fields, encrypted at rest by the store. */
export interface CreateSignerInput {
  /** Null: a UUID. */
  readonly id: string | null
  /** `plain` reads back as `local`; every other type is echoed as given. */
  readonly type: string
  readonly config: JsonObject
  readonly secret: string | null
}

/** Stores a signer; `CONFLICT` when the id is taken. The key service behind it is not contacted. */
export async function createSigner(ctx: Context, input: CreateSignerInput): Promise<Result<SignerRecord>> {
  const record = signerRecord(input, input.id ?? ctx.random.uuid(), ctx.clock.now())
  const inserted = await ctx.store.signers.insert(record)
  ctx.directory.forget()
  return inserted === 'inserted' ? succeed(record) : fail('CONFLICT', `Signer with ID ${record.id} already exists`)
}

/** The first version of a signer's record. */
export function signerRecord(input: CreateSignerInput, id: string, createdAt: number): SignerRecord {
  const type = input.type === 'plain' ? 'local' : input.type
  return { id, type, config: input.config, secret: input.secret, createdAt, version: 1 }
}

/** Looks a signer up. */
export async function getSigner(ctx: Context, id: string): Promise<Result<SignerRecord>> {
  const signer = await ctx.store.signers.get(id)
  return signer === null ? fail('NOT_FOUND', signerNotFound(id)) : succeed(signer)
}
