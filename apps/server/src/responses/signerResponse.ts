import type { SignerRecord } from '@relayer/core'
import { type SignerResponseType, signerKind } from '@relayer/schemas'
import { publicSignerConfig } from '../requests/publicSignerConfig.ts'

/** What a client sees of a signer. The type is echoed as it was given; `plain` reads back as `local`. */
export interface SignerResponseBody {
  readonly id: string
  readonly type: SignerResponseType
  readonly config: object
}

export function signerResponse({ id, type, config }: SignerRecord): SignerResponseBody {
  const shownType = (type === 'plain' ? 'local' : type) as SignerResponseType
  return { id, type: shownType, config: publicSignerConfig(signerKind(shownType), config) }
}
