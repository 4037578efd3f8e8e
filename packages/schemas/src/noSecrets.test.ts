import { expect, test } from 'vitest'
import type { ApiKey } from './apiKey.ts'
import type { EvmTransaction } from './evmTransaction.ts'
import type { Network } from './network.ts'
import type { Notification } from './notification.ts'
import type { Plugin } from './plugin.ts'
import type { RelayerResponse } from './relayer.ts'
import type { RelayerBalance, RelayerStatus } from './relayerStatus.ts'
import type { SignerRequest } from './signerRequest.ts'
import { type SignerResponse, signerResponse } from './signerResponse.ts'
import type { SolanaTransaction } from './solanaTransaction.ts'
import type { StellarTransaction } from './stellarTransaction.ts'

// The test is that this file compiles (tsc -p tsconfig.json).

/** Paths of text in a type, such as `config.service_account.private_key`; opaque JSON (`config` of a plugin) is skipped. */
type TextPaths<T, Prefix extends string = ''> = T extends unknown
  ? T extends string
    ? Prefix
    : T extends readonly (infer Item)[]
      ? TextPaths<Item, Prefix>
      : T extends object
        ? string extends keyof T
          ? never
          : { [K in keyof T & string]: TextPaths<T[K], Prefix extends '' ? K : `${Prefix}.${K}`> }[keyof T & string]
        : never
  : never

type SecretName =
  | 'key'
  | 'secret_id'
  | 'role_id'
  | 'api_private_key'
  | 'api_key_secret'
  | 'private_key'
  | 'client_secret'
  | 'client_email'
  | 'federated_token_file'
  | 'wallet_secret'
  | 'signing_key'
  | 'raw_key'
  | 'password'
  | 'passphrase_key'
  | 'mnemonic'
  | 'seed'
type Secret<Path> = Path extends SecretName | `${string}.${SecretName}` ? Path : never

/** Every type that an answer or a webhook is made of. `value` of an EVM transaction is an amount, no text. */
type Response =
  | SignerResponse
  | Notification
  | RelayerResponse
  | RelayerStatus
  | RelayerBalance
  | Network
  | Plugin
  | ApiKey
  | EvmTransaction
  | StellarTransaction
  | SolanaTransaction

type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const holds = <_T extends true>(): void => undefined

test('no response type can hold a secret', () => {
  holds<Equal<Secret<TextPaths<Response>>, never>>()
  // the check does see: the request types are full of secrets, at every depth
  holds<Equal<Extract<Secret<TextPaths<SignerRequest>>, 'config.key'>, 'config.key'>>()
  holds<
    Equal<
      Extract<Secret<TextPaths<SignerRequest>>, 'config.service_account.private_key'>,
      'config.service_account.private_key'
    >
  >()
  holds<Equal<Extract<'value', keyof ApiKey>, never>>()
  // @ts-expect-error a request is no response
  const leak: SignerResponse = {} as SignerRequest
  expect(leak).toBeDefined()
})

test('reading a response drops what is not listed', () => {
  const parsed = signerResponse.parse({ id: 'a', type: 'local', config: { key: '00' }, key: '00' })
  expect(parsed).toEqual({ id: 'a', type: 'local', config: {} })
})
