import { type EvmTransactionRequest, evmTransactionRequest } from './evmTransactionRequest.ts'
import type { NetworkType } from './networkType.ts'
import { type SolanaTransactionRequest, solanaTransactionRequest } from './solanaTransactionRequest.ts'
import { type StellarTransactionRequest, stellarTransactionRequest } from './stellarTransactionRequest.ts'

/** Shape A, B or C; which one is told by the relayer's network type, never by the body. */
export type TransactionRequest = EvmTransactionRequest | SolanaTransactionRequest | StellarTransactionRequest

/** The schema of POST and PUT bodies of a relayer on this chain family. */
export function transactionRequestFor(networkType: 'evm'): typeof evmTransactionRequest
export function transactionRequestFor(networkType: 'solana'): typeof solanaTransactionRequest
export function transactionRequestFor(networkType: 'stellar'): typeof stellarTransactionRequest
export function transactionRequestFor(
  networkType: NetworkType,
): typeof evmTransactionRequest | typeof solanaTransactionRequest | typeof stellarTransactionRequest
export function transactionRequestFor(networkType: NetworkType) {
  return { evm: evmTransactionRequest, solana: solanaTransactionRequest, stellar: stellarTransactionRequest }[
    networkType
  ]
}
