export { NumberLiteral, parseJson, stringifyJson } from './json.ts'
export { type Json, type JsonObject, jsonObject, jsonValue } from './jsonValue.ts'
export { type IntegerInput, i32, i64, readInteger, u8, u16, u32, u53, u63, u64, u128, u256 } from './integer.ts'
export { decimalU63, decimalU64, decimalU128, quantity, toQuantity } from './quantity.ts'
export { float } from './float.ts'
export { describeIssues, type IssuesLike, isRuleError } from './describeIssues.ts'
export { INVALID_ID, isId } from './id.ts'
export { formatTimestamp, parseTimestamp, timestamp } from './timestamp.ts'
export { type Failure, failure, failureResponse, listOf, type Success, success, successOf } from './envelope.ts'
export { type Pagination, type PaginationQuery, pagination, paginationQuery } from './pagination.ts'
export { type NetworkType, networkType } from './networkType.ts'
export { isFinalStatus, parseStatusFilter, type TransactionStatus, transactionStatus } from './transactionStatus.ts'
export { type Speed, speed } from './speed.ts'
export {
  type SignerKind,
  type SignerRequestType,
  type SignerResponseType,
  signerKind,
  signerRequestType,
  signerResponseType,
  signerTypeLabel,
} from './signerType.ts'
export {
  type EvmTransactionRequest,
  type EvmTransactionRequestInput,
  evmTransactionRequest,
} from './evmTransactionRequest.ts'
export { type EvmTransaction, type EvmTransactionWire, evmTransaction } from './evmTransaction.ts'
export { type EvmSignature, evmSignature } from './signature.ts'
export { checkSignerConfig } from './checkSignerConfig.ts'
export { type SignerRequest, signerRequest, signerUpdate } from './signerRequest.ts'
export { type SignerResponse, signerResponse } from './signerResponse.ts'
export {
  checkNotification,
  type Notification,
  type NotificationCreate,
  type NotificationUpdate,
  notification,
  notificationCreate,
  notificationType,
  notificationUpdate,
} from './notification.ts'
export { type EvmPolicy, type EvmPolicyResponse, evmPolicy, evmPolicyResponse } from './evmPolicy.ts'
export { type SolanaPolicy, type SolanaPolicyResponse, solanaPolicy, solanaPolicyResponse } from './solanaPolicy.ts'
export {
  type StellarPolicy,
  type StellarPolicyResponse,
  stellarPolicy,
  stellarPolicyResponse,
} from './stellarPolicy.ts'
export { type FeePaymentStrategy, feePaymentStrategy } from './swapConfig.ts'
export { type RpcUrl, rpcUrl } from './rpcUrl.ts'
export {
  DISABLED_DETAILS,
  type DisabledReason,
  disabledReason,
  type RelayerCreate,
  type RelayerResponse,
  type RelayerUpdate,
  relayerCreate,
  relayerPolicyFor,
  relayerResponse,
  relayerUpdate,
} from './relayer.ts'
export { type RelayerBalance, type RelayerStatus, relayerBalance, relayerStatus } from './relayerStatus.ts'
export { type Network, type NetworkUpdate, network, networkUpdate } from './network.ts'
export {
  type SignRequest,
  type SignTransactionRequest,
  type SignTypedDataRequest,
  type SolanaSignTransactionResponse,
  type StellarSignTransactionResponse,
  signRequest,
  signTransactionRequest,
  signTypedDataRequest,
  solanaSignTransactionResponse,
  stellarSignTransactionResponse,
} from './sign.ts'
export {
  INVALID_RPC_ID,
  MISSING_RPC_METHOD,
  type RpcBatchRequest,
  type RpcError,
  type RpcId,
  type RpcRequest,
  type RpcResponse,
  rpcBatchRequest,
  rpcError,
  rpcRequest,
  rpcResponse,
} from './rpc.ts'
export {
  type Plugin,
  type PluginFailure,
  type PluginLog,
  type PluginMetadata,
  type PluginUpdate,
  plugin,
  pluginFailure,
  pluginLog,
  pluginMetadata,
  pluginParams,
  pluginUpdate,
} from './plugin.ts'
export {
  type ApiKey,
  type ApiKeyCreate,
  type ApiKeyRotate,
  apiKey,
  apiKeyCreate,
  apiKeyRotate,
} from './apiKey.ts'
export { type ComponentStatus, componentStatus, type Readiness, readiness } from './readiness.ts'
export { type DeletePendingResponse, deletePendingResponse } from './deletePending.ts'
export {
  MAX_BATCH_ITEMS,
  type TransactionBatchRequest,
  type TransactionBatchResponse,
  transactionBatchRequest,
  transactionBatchResponse,
} from './transactionBatch.ts'
export { type TransactionDryRun, transactionDryRun } from './transactionDryRun.ts'
export { type TransactionTimeline, transactionTimeline } from './transactionTimeline.ts'
export { type StellarAsset, stellarAsset } from './stellarAsset.ts'
export { type StellarMemo, stellarMemo } from './stellarMemo.ts'
export {
  type StellarAuth,
  type StellarContractSource,
  type StellarOperation,
  stellarAuth,
  stellarContractSource,
  stellarOperation,
} from './stellarOperation.ts'
export { type ScExecutable, type ScMapEntry, type ScVal, scVal } from './scVal.ts'
export {
  checkStellarOperations,
  type StellarTransactionRequest,
  type StellarTransactionRequestInput,
  stellarTransactionRequest,
} from './stellarTransactionRequest.ts'
export { type StellarTransaction, type StellarTransactionWire, stellarTransaction } from './stellarTransaction.ts'
export {
  checkSolanaInstructions,
  isSolanaKey,
  type SolanaInstruction,
  solanaInstruction,
} from './solanaInstruction.ts'
export {
  type SolanaTransactionRequest,
  type SolanaTransactionRequestInput,
  solanaTransactionRequest,
} from './solanaTransactionRequest.ts'
export { type SolanaTransaction, type SolanaTransactionWire, solanaTransaction } from './solanaTransaction.ts'
export { type TransactionRequest, transactionRequestFor } from './transactionRequest.ts'
export {
  type SolanaSponsoredBuild,
  type SolanaSponsoredQuote,
  type SponsoredBuildRequest,
  type SponsoredQuoteRequest,
  type StellarSponsoredBuild,
  type StellarSponsoredQuote,
  solanaSponsoredBuild,
  solanaSponsoredQuote,
  sponsoredBuildRequest,
  sponsoredQuoteRequest,
  stellarSponsoredBuild,
  stellarSponsoredQuote,
} from './sponsored.ts'
