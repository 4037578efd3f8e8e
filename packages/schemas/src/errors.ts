/**
 * Texts of refusals, as the protocol fixes them: `message` is one of `STATUS_MESSAGE` or of the fixed ones below, `error`
 * is the specific reason. `{id}` and the like are filled in by functions. Append only.
 */
export { checkRelayerFields, checkRelayerPolicy, type RelayerFields } from './checkRelayer.ts'
export { describeIssues, type IssuesLike, isRuleError } from './describeIssues.ts'
export { INVALID_ID } from './id.ts'
export { INVALID_URL, SIGNING_KEY_TOO_SHORT } from './notification.ts'

// message: by status, or by status and resource

export const BAD_REQUEST = 'Bad Request'
export const UNAUTHORIZED = 'Unauthorized'
export const NOT_FOUND = 'Not found'
export const TOO_MANY_REQUESTS = 'Too Many Requests'
export const INTERNAL_SERVER_ERROR = 'Internal Server Error'
export const NOTIFICATION_NOT_FOUND = 'Notification not found'
export const SIGNER_EXISTS = 'Signer with this ID already exists'
export const NOTIFICATION_EXISTS = 'Notification with this ID already exists'

/** `message` of a failure per HTTP status, where the resource has no text of its own. */
export const STATUS_MESSAGE: Readonly<Record<number, string>> = {
  400: BAD_REQUEST,
  401: UNAUTHORIZED,
  403: 'Forbidden',
  404: NOT_FOUND,
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: TOO_MANY_REQUESTS,
  500: INTERNAL_SERVER_ERROR,
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

// error: whole body and query

/** Shape refusals of typed handlers. */
export const jsonDeserializeError = (detail: string) => `Json deserialize error: ${detail}`
export const queryDeserializeError = (detail: string) => `Query deserialize error: ${detail}`
export const unknownTransactionStatus = (raw: string) => queryDeserializeError(`unknown transaction status: ${raw}`)
export const EMPTY_BODY = 'Json deserialize error: EOF while parsing a value at line 1 column 0'
export const CONTENT_TYPE_ERROR = 'Content type error'
export const payloadTooLarge = (bytes: number, limitBytes: number) =>
  `JSON payload (${bytes} bytes) is larger than allowed (limit: ${limitBytes} bytes).`
export const payloadTooLargeUnknown = (limitBytes: number) => `JSON payload has exceeded limit (${limitBytes} bytes).`
export const pluginPayloadTooLarge = 'payload reached size limit'
export const RATE_LIMITED = 'TooManyRequests'
export const CONCURRENCY_LIMITED = 'Too many concurrent requests'
export const REQUEST_TIMEOUT = 'Request handler timeout'
export const UNKNOWN_ERROR = 'An unknown error occurred'

// error: not found

export const relayerNotFound = (id: string) => `Relayer with ID ${id} not found`
export const transactionNotFound = (id: string) => `Transaction with ID ${id} not found`
export const transactionNonceNotFound = (nonce: bigint | number | string) => `Transaction with nonce ${nonce} not found`
export const signerNotFound = (id: string) => `Signer with ID ${id} not found`
export const notificationNotFound = (id: string) => `Notification with ID '${id}' not found`
export const networkNotFound = (id: string) => `Network with ID '${id}' not found`
export const pluginNotFound = (id: string) => `Plugin with id ${id} not found`
export const apiKeyNotFound = (id: string) => `Api key with ID ${id} not found`
/** Answer to `/by-nonce/{raw}` when `raw` is no u64. */
export const invalidNonce = (raw: string) => `can not parse "${raw}" to a u64`
export const NONCE_LOOKUP_EVM_ONLY = 'Nonce lookup only supported for EVM networks'

// error: relayers

export const RELAYER_DISABLED = 'Relayer disabled'
export const RELAYER_PAUSED = 'Relayer paused'
/** PATCH of a relayer that the server switched off. */
export const RELAYER_IS_DISABLED = 'Relayer is disabled'
export const invalidUpdateRequest = (detail: string) => `Invalid update request: ${detail}`
export const invalidPatchResult = (detail: string) => `Invalid result after patch: ${detail}`
export const missingField = (name: string) => `missing field \`${name}\``
const chainNames = { evm: 'EVM', solana: 'Solana', stellar: 'Stellar' } as const
/** A policy of the wrong shape in POST; prefix it with `jsonDeserializeError`. */
export const invalidPolicyShape = (networkType: keyof typeof chainNames, detail: string) =>
  `Bad Request: Invalid ${chainNames[networkType]} policy: ${detail}`
/** A policy of the wrong shape in PATCH. */
export const invalidPolicyUpdate = (networkType: keyof typeof chainNames, detail: string) =>
  `Invalid policy: ${invalidPolicyShape(networkType, detail)}`
export const networkNotConfigured = (name: string, networkType: string) =>
  `Network '${name}' not found for network type '${networkType}'. Please ensure the network configuration exists.`
export const signerInUse = (signerId: string, relayerId: string, network: string) =>
  `Cannot create relayer: signer '${signerId}' is already in use by relayer '${relayerId}' on network '${network}'. Each signer can only be connected to one relayer per network for security reasons. Please use a different signer or create the relayer on a different network.`
export const relayerHasTransactions = (id: string, count: number) =>
  `Cannot delete relayer '${id}' because it has ${count} transaction(s). Please wait for all transactions to complete or cancel them before deleting the relayer.`
export const RELAYER_DELETED = 'Relayer deleted successfully'

// error: signers and notifications

export const SIGNER_UPDATE_REFUSED =
  'Signer updates are not allowed for security reasons. Please delete the existing signer and create a new one with the desired configuration.'
/** @param names relayer names */
export const signerHasRelayers = (id: string, names: readonly string[]) =>
  `Cannot delete signer '${id}' because it is being used by ${names.length} relayer(s): ${names.join(', ')}. Please remove or reconfigure these relayers before deleting the signer.`
/** @param names relayer names */
export const notificationHasRelayers = (id: string, names: readonly string[]) =>
  `Cannot delete notification '${id}' because it is being used by ${names.length} relayer(s): ${names.join(', ')}. Please remove or reconfigure these relayers before deleting the notification.`
export const SIGNER_DELETED = 'Signer deleted successfully'
export const NOTIFICATION_DELETED = 'Notification deleted successfully'

// error: networks

export const NO_RPC_URLS = 'rpc_urls must contain at least one RPC endpoint'
export const NOTHING_TO_UPDATE = 'At least one field must be provided for update'
export const invalidRpcScheme = (url: string) =>
  `Invalid RPC URL configuration: Invalid URL scheme for ${url}: Only HTTP and HTTPS are supported`

// error: EVM transactions, in the order they are checked (http.md 11.2)

export const NOT_WHITELISTED = 'Transaction target address is not whitelisted'
export const NO_TO_NO_DATA = 'Both txs `to` and `data` fields are missing. At least one of them has to be set.'
export const GAS_LIMIT_REQUIRED = 'gas_limit is required when gas_limit_estimation policy is disabled'
export const gasLimitTooLow = (intrinsicGas: bigint, gasLimit: bigint) =>
  `gas_limit is too low, intrinsic gas is ${intrinsicGas} and gas_limit is ${gasLimit}`
export const INVALID_VALID_UNTIL = 'Invalid validUntil datetime format'
export const VALID_UNTIL_PASSED = 'The validUntil time cannot be in the past'
export const NO_PRICE = 'Transaction must specify either gasPrice, speed, or EIP1559 parameters'
export const MIXED_PRICES = 'Cannot mix different transaction types. Use either gasPrice, speed, or EIP1559 parameters'
export const HALF_1559 = 'EIP1559 transactions require both maxFeePerGas and maxPriorityFeePerGas'
export const FEE_BELOW_PRIORITY = 'maxFeePerGas must be greater than or equal to maxPriorityFeePerGas'
export const GAS_PRICE_TOO_HIGH = 'Gas price is too high'

// error: cancel and replace

/** @param current capitalised status; @param operation `cancel_transaction` or `replace_transaction` */
export const invalidTransactionState = (operation: string, current: string) =>
  `Invalid transaction state for ${operation}. Current: ${current}, Expected one of: [Pending, Sent, Submitted]`
export const CANCELED_BY_USER = 'Transaction canceled by user'
export const CANCELED_BY_NOOP = 'Transaction canceled by user, replacing with NOOP'
export const INSUFFICIENT_BUMP = 'Unable to calculate sufficient price bump for speed-based replacement'
export const NOT_SUPPORTED_FOR_SOLANA = 'Endpoint is not supported for Solana relayers'

// error: Stellar and Solana clocks and fee payers

export const SOLANA_VALID_UNTIL_PASSED = 'valid_until cannot be in the past'
export const stellarValidationError = (detail: string) => `Transaction validation error: ${detail}`
export const FEE_BUMP_UNSIGNED = 'Transaction validation error: Cannot request fee_bump with unsigned XDR'
export const EXPECTED_UNSIGNED = 'Transaction validation error: Expected unsigned XDR but received signed XDR'
export const feePayerMismatch = (feePayer: string, address: string) =>
  `Transaction fee payer ${feePayer} does not match relayer address ${address}`

// error: sign, rpc

export const SIGN_DATA_STELLAR = 'Signing data not supported for Stellar'
export const SIGN_TYPED_DATA_STELLAR = 'Signing typed data not supported for Stellar'
export const SIGN_TRANSACTION_EVM = 'sign_transaction not supported for EVM'
export const WRONG_SIGN_REQUEST_STELLAR = 'Invalid request type for Stellar relayer'
export const WRONG_SIGN_REQUEST_SOLANA = 'Invalid request type for Solana relayer'
export const GAS_ABSTRACTION_EVM = 'Gas abstraction not supported for EVM relayers'

// error: plugins

export const invalidJson = (detail: string) => `Invalid JSON: ${detail}`
export const PLUGIN_TIMEOUT_ZERO = 'Timeout must be greater than 0'
export const PLUGIN_GET_DISABLED =
  "GET requests are not enabled for this plugin. Set 'allow_get_invocation: true' in plugin configuration to enable."
export const PLUGIN_FAILED = 'Plugin execution failed'
