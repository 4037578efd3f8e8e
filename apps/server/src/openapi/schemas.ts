import * as schemas from '@relayer/schemas'
import type * as z from 'zod/mini'

type Named = Readonly<Record<string, z.core.$ZodType>>

/** Named schemas of bodies that clients send. */
export const requestSchemas: Named = {
  EvmTransactionRequest: schemas.evmTransactionRequest,
  SolanaTransactionRequest: schemas.solanaTransactionRequest,
  StellarTransactionRequest: schemas.stellarTransactionRequest,
  StellarOperation: schemas.stellarOperation,
  StellarMemo: schemas.stellarMemo,
  StellarAsset: schemas.stellarAsset,
  ScVal: schemas.scVal,
  RelayerCreate: schemas.relayerCreate,
  EvmPolicy: schemas.evmPolicy,
  SolanaPolicy: schemas.solanaPolicy,
  StellarPolicy: schemas.stellarPolicy,
  RpcUrl: schemas.rpcUrl,
  // the schema itself is a check of `type` against `config`, and the shape is behind it
  SignerCreate: schemas.signerRequest._zod.def.out,
  NotificationCreate: schemas.notificationCreate,
  NotificationUpdate: schemas.notificationUpdate,
  SignRequest: schemas.signRequest,
  SignTypedDataRequest: schemas.signTypedDataRequest,
  SignTransactionRequest: schemas.signTransactionRequest,
  RpcRequest: schemas.rpcRequest,
  SignerUpdate: schemas.signerUpdate,
  NetworkUpdate: schemas.networkUpdate,
  PluginUpdate: schemas.pluginUpdate,
  SponsoredTransactionRequest: schemas.sponsoredQuoteRequest,
  Speed: schemas.speed,
}

/** Named schemas of what the server answers. One that is in both directions has one name in each. */
export const responseSchemas: Named = {
  EvmTransaction: schemas.evmTransaction,
  SolanaTransaction: schemas.solanaTransaction,
  StellarTransaction: schemas.stellarTransaction,
  TransactionStatus: schemas.transactionStatus,
  EvmSignature: schemas.evmSignature,
  SolanaInstruction: schemas.solanaInstruction,
  Relayer: schemas.relayerResponse,
  DisabledReason: schemas.disabledReason,
  EvmPolicyAnswer: schemas.evmPolicyResponse,
  SolanaPolicyAnswer: schemas.solanaPolicyResponse,
  StellarPolicyAnswer: schemas.stellarPolicyResponse,
  MaskedRpcUrl: schemas.rpcUrl,
  Signer: schemas.signerResponse,
  Notification: schemas.notification,
  StellarSignedTransaction: schemas.stellarSignTransactionResponse,
  SolanaSignedTransaction: schemas.solanaSignTransactionResponse,
  RpcResponse: schemas.rpcResponse,
  RpcError: schemas.rpcError,
  Network: schemas.network,
  Plugin: schemas.plugin,
  Readiness: schemas.readiness,
  Pagination: schemas.pagination,
  Speed: schemas.speed,
}
