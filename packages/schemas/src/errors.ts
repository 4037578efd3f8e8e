/**
 * Texts of refusals, as the protocol fixes them: `message` is one of `STATUS_MESSAGE` or of the fixed ones below, `error`
 * is the specific reason. `{id}` and the like are filled in by functions. Append only.
 */
export { checkRelayerFields, checkRelayerPolicy, type RelayerFields } from './checkRelayer.ts'
export { checkTypedData, signingFailed } from './checkTypedData.ts'
export { describeIssues, type IssuesLike, isRuleError } from './describeIssues.ts'
export { INVALID_ID } from './id.ts'
export { INVALID_URL, SIGNING_KEY_TOO_SHORT } from './notification.ts'

// message: by status, or by status and resource

/** `message` of 400. */
export const BAD_REQUEST = 'Bad Request'
/** `message` and `error` of 401: no API key, or one that is not known. */
export const UNAUTHORIZED = 'Unauthorized'
/** `message` of 404, where the resource has no text of its own. */
export const NOT_FOUND = 'Not found'
/** `message` of 429. */
export const TOO_MANY_REQUESTS = 'Too Many Requests'
/** `message` of 500. */
export const INTERNAL_SERVER_ERROR = 'Internal Server Error'
/** `message` of 404 on a notification; `error` is `notificationNotFound(id)`. */
export const NOTIFICATION_NOT_FOUND = 'Notification not found'
/** `message` when a signer is created under an id that is taken. */
export const SIGNER_EXISTS = 'Signer with this ID already exists'
/** `message` when a notification is created under an id that is taken. */
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

/** 400 of a typed handler: the body is no JSON or has the wrong shape. `detail` as of `describeIssues`. */
export const jsonDeserializeError = (detail: string) => `Json deserialize error: ${detail}`
/** 400: a query parameter cannot be read. `detail` says why. */
export const queryDeserializeError = (detail: string) => `Query deserialize error: ${detail}`
/** 400: the `status` filter of a list names no status. `raw` as it stood in the query. */
export const unknownTransactionStatus = (raw: string) => queryDeserializeError(`unknown transaction status: ${raw}`)
/** 400: a JSON body was announced and nothing came. */
export const EMPTY_BODY = 'Json deserialize error: EOF while parsing a value at line 1 column 0'
/** 400: the content type is missing or is not JSON. */
export const CONTENT_TYPE_ERROR = 'Content type error'
/** 413: Content-Length (`bytes`) is above the limit (`limitBytes`). */
export const payloadTooLarge = (bytes: number, limitBytes: number) =>
  `JSON payload (${bytes} bytes) is larger than allowed (limit: ${limitBytes} bytes).`
/** 413: a body of unknown length went beyond the limit (`limitBytes`) while it was read. */
export const payloadTooLargeUnknown = (limitBytes: number) => `JSON payload has exceeded limit (${limitBytes} bytes).`
/** 413 of a plugin call. */
export const pluginPayloadTooLarge = 'payload reached size limit'
/** `error` of 429: requests came faster than the rate limit; `after` says when to come back. */
export const RATE_LIMITED = 'TooManyRequests'
/** `error` of 429: too many requests are in flight at once. */
export const CONCURRENCY_LIMITED = 'Too many concurrent requests'
/** 403: the caller's key does not hold the `permission` of the operation. */
export const permissionMissing = (permission: string) => `The API key lacks the permission ${permission}`
/** 403: the caller's key is limited to other relayers, or the operation is about all of them. */
export const RELAYER_FORBIDDEN = 'The API key is limited to other relayers'
/** 403: the request comes from a web page that the caller's key is not for. */
export const ORIGIN_FORBIDDEN = 'The API key is not allowed from this origin'
/** 400: HTTP/1.1 without a Host header. */
export const HOST_REQUIRED = 'The Host header is missing'
/** 504: a handler took longer than the time limit of requests. */
export const REQUEST_TIMEOUT = 'Request handler timeout'
/** 500 for every cause that must not be told: storage, locks, constraints. */
export const UNKNOWN_ERROR = 'An unknown error occurred'

// error: not found

/** 404: no relayer with this `id`. */
export const relayerNotFound = (id: string) => `Relayer with ID ${id} not found`
/** 404: no transaction with this `id`. */
export const transactionNotFound = (id: string) => `Transaction with ID ${id} not found`
/** 404: the relayer has no transaction with this `nonce`. */
export const transactionNonceNotFound = (nonce: bigint | number | string) => `Transaction with nonce ${nonce} not found`
/** 404: no signer with this `id`. */
export const signerNotFound = (id: string) => `Signer with ID ${id} not found`
/** 404: no notification with this `id`. */
export const notificationNotFound = (id: string) => `Notification with ID '${id}' not found`
/** 404: no network with this `id` (`{type}:{name}`). */
export const networkNotFound = (id: string) => `Network with ID '${id}' not found`
/** 404: no plugin with this `id`. */
export const pluginNotFound = (id: string) => `Plugin with id ${id} not found`
/** 404: no API key with this `id`. */
export const apiKeyNotFound = (id: string) => `Api key with ID ${id} not found`
/** 404 of `/by-nonce/{raw}` when `raw` is no u64. */
export const invalidNonce = (raw: string) => `can not parse "${raw}" to a u64`
/** 400: `/by-nonce` of a relayer that is not on an EVM network. */
export const NONCE_LOOKUP_EVM_ONLY = 'Nonce lookup only supported for EVM networks'

// error: relayers

/** 403: the server switched the relayer off, it takes no work. */
export const RELAYER_DISABLED = 'Relayer disabled'
/** 403: an operator paused the relayer; tested before `RELAYER_DISABLED`. */
export const RELAYER_PAUSED = 'Relayer paused'
/** 400: PATCH of a relayer that the server switched off. */
export const RELAYER_IS_DISABLED = 'Relayer is disabled'
/** 400: the patch of a relayer has the wrong shape. `detail` as of `describeIssues`. */
export const invalidUpdateRequest = (detail: string) => `Invalid update request: ${detail}`
/** 400: a relayer is created under the id of a deleted one (`id`) that had another account. */
export const relayerIdTaken = (id: string) =>
  `Relayer ID ${id} belonged to a relayer with another account; its transactions stay under that ID. Please use a different ID.`
/** 400: the relayer would be invalid after the patch. `detail` says why, for example `missingField(name)`. */
export const invalidPatchResult = (detail: string) => `Invalid result after patch: ${detail}`
/** A `detail`: the field `name` is absent, or null where a patch must leave a value. */
export const missingField = (name: string) => `missing field \`${name}\``
const chainNames = { evm: 'EVM', solana: 'Solana', stellar: 'Stellar' } as const
/** 400: a policy of the wrong shape in POST; prefix it with `jsonDeserializeError`. `detail` as of `describeIssues`. */
export const invalidPolicyShape = (networkType: keyof typeof chainNames, detail: string) =>
  `Bad Request: Invalid ${chainNames[networkType]} policy: ${detail}`
/** 400: a policy of the wrong shape in PATCH. `detail` as of `describeIssues`. */
export const invalidPolicyUpdate = (networkType: keyof typeof chainNames, detail: string) =>
  `Invalid policy: ${invalidPolicyShape(networkType, detail)}`
/** 400: a relayer is created on a network (`name`, `networkType`) that is not configured. */
export const networkNotConfigured = (name: string, networkType: string) =>
  `Network '${name}' not found for network type '${networkType}'. Please ensure the network configuration exists.`
/** 400: a relayer is created with the signer of another relayer (`relayerId`) on the same `network` (its name). */
export const signerInUse = (signerId: string, relayerId: string, network: string) =>
  `Cannot create relayer: signer '${signerId}' is already in use by relayer '${relayerId}' on network '${network}'. Each signer can only be connected to one relayer per network for security reasons. Please use a different signer or create the relayer on a different network.`
/** 400: a relayer is deleted while `count` of its transactions are not final. */
export const relayerHasTransactions = (id: string, count: number) =>
  `Cannot delete relayer '${id}' because it has ${count} transaction(s). Please wait for all transactions to complete or cancel them before deleting the relayer.`
/** `data` of a deleted relayer. */
export const RELAYER_DELETED = 'Relayer deleted successfully'

// error: signers and notifications

/** 400 of every PATCH of a signer. */
export const SIGNER_UPDATE_REFUSED =
  'Signer updates are not allowed for security reasons. Please delete the existing signer and create a new one with the desired configuration.'
/** 400: a signer is deleted while relayers (`names`) use it. */
export const signerHasRelayers = (id: string, names: readonly string[]) =>
  `Cannot delete signer '${id}' because it is being used by ${names.length} relayer(s): ${names.join(', ')}. Please remove or reconfigure these relayers before deleting the signer.`
/** 400: a notification is deleted while relayers (`names`) use it. */
export const notificationHasRelayers = (id: string, names: readonly string[]) =>
  `Cannot delete notification '${id}' because it is being used by ${names.length} relayer(s): ${names.join(', ')}. Please remove or reconfigure these relayers before deleting the notification.`
/** `data` of a deleted API key. */
export const API_KEY_DELETED = 'API key deleted successfully'
/** `data` of a deleted signer. */
export const SIGNER_DELETED = 'Signer deleted successfully'
/** `data` of a deleted notification. */
export const NOTIFICATION_DELETED = 'Notification deleted successfully'

// error: networks

/** 400: the patch of a network has an empty list of endpoints. */
export const NO_RPC_URLS = 'rpc_urls must contain at least one RPC endpoint'
/** 400: the patch of a network has no `rpc_urls`, or null. */
export const NOTHING_TO_UPDATE = 'At least one field must be provided for update'
/** 400: an endpoint (`url`) of a network is neither http nor https. */
export const invalidRpcScheme = (url: string) =>
  `Invalid RPC URL configuration: Invalid URL scheme for ${url}: Only HTTP and HTTPS are supported`

/** 400: every endpoint of a network would have the weight 0, which takes it out of rotation. */
export const NO_USABLE_RPC_URL = 'At least one RPC URL must have a weight above 0'
/** 400: an endpoint (`place`, as `rpc_urls[0]`) is one that an answer had masked; saved, it would lead nowhere. */
export const maskedRpcUrl = (place: string) => `Invalid RPC URL configuration: ${place} is masked; give the whole URL`
/** 400: the weight of an endpoint. */
export const RPC_WEIGHT_RANGE = 'RPC URL weight must be in range 0-100'

// error: requests of our own

/** 422: an `Idempotency-Key` that came before with another body. */
export const IDEMPOTENCY_KEY_REUSED = 'This Idempotency-Key was used before with a different request'
/** 400: a page that would hold `found` transactions. */
export const pageTooLarge = (found: number, most: number) =>
  `per_page: the page would hold ${found} transactions, at most ${most} fit in an answer`
/** 400: `data` of an EVM transaction is longer than nodes take (`most` bytes). */
export const dataTooLong = (most: number) => `data: must be at most ${most} bytes`
/** 400: `?dry_run` of an operation that can't be tried without effect. */
export const NO_DRY_RUN = 'dry_run: this operation has no dry run; nothing was done'
/** 400: an `Idempotency-Key` that no key can be. */
export const INVALID_IDEMPOTENCY_KEY = 'Idempotency-Key must be 1 to 255 visible ASCII characters'
/** 400: a batch without items, or with more than `limit`. */
export const batchSize = (limit: number) => `transactions: must hold 1 to ${limit} items`
/** 400 of a batch that is all or nothing: which item is refused, for which field (null: for all of it) and why. */
export const batchItemRefused = (index: number, field: string | null, reason: string) =>
  `transactions[${index}]${field === null ? '' : `.${field}`}: ${reason}`

// error: EVM transactions, in the order they are checked (http.md 11.2)

/** 400: the policy has a whitelist and `to` is not in it. */
export const NOT_WHITELISTED = 'Transaction target address is not whitelisted'
/** 400: neither `to` nor `data`. */
export const NO_TO_NO_DATA = 'Both txs `to` and `data` fields are missing. At least one of them has to be set.'
/** 400: the policy forbids gas estimation and the request has no `gas_limit`. */
export const GAS_LIMIT_REQUIRED = 'gas_limit is required when gas_limit_estimation policy is disabled'
/** 400: `gasLimit` is below what the transaction costs before it runs (`intrinsicGas`); both in gas. */
export const gasLimitTooLow = (intrinsicGas: bigint, gasLimit: bigint) =>
  `gas_limit is too low, intrinsic gas is ${intrinsicGas} and gas_limit is ${gasLimit}`
/** 400: `valid_until` is not RFC 3339. */
export const INVALID_VALID_UNTIL = 'Invalid validUntil datetime format'
/** 400: `valid_until` is before now. */
export const VALID_UNTIL_PASSED = 'The validUntil time cannot be in the past'
/** 400: no `gas_price`, no `speed` and no EIP-1559 field. */
export const NO_PRICE = 'Transaction must specify either gasPrice, speed, or EIP1559 parameters'
/** 400: more than one of `gas_price`, `speed` and the EIP-1559 fields. */
export const MIXED_PRICES = 'Cannot mix different transaction types. Use either gasPrice, speed, or EIP1559 parameters'
/** 400: one of the two EIP-1559 fields without the other. */
export const HALF_1559 = 'EIP1559 transactions require both maxFeePerGas and maxPriorityFeePerGas'
/** 400: `max_fee_per_gas` is below `max_priority_fee_per_gas`. */
export const FEE_BELOW_PRIORITY = 'maxFeePerGas must be greater than or equal to maxPriorityFeePerGas'
/** 400: `gas_price` is above the policy's `gas_price_cap`. */
export const GAS_PRICE_TOO_HIGH = 'Gas price is too high'

// error: cancel and replace

/** 400: too late for `operation` (`cancel_transaction`, `replace_transaction`); `current` is the capitalised status. */
export const invalidTransactionState = (operation: string, current: string) =>
  `Invalid transaction state for ${operation}. Current: ${current}, Expected one of: [Pending, Sent, Submitted]`
/** 400: all that a transaction was ever asked to be is kept, and that is to stay small. */
export const TOO_MANY_REVISIONS = 'Transaction has been replaced too often; it can be canceled'
/** `status_reason` of a transaction that was canceled before it was sent. */
export const CANCELED_BY_USER = 'Transaction canceled by user'
/** `status_reason` of a transaction that was sent and is replaced by one that does nothing. */
export const CANCELED_BY_NOOP = 'Transaction canceled by user, replacing with NOOP'
/** 400: a replacement by `speed` cannot outbid the old price by enough. */
export const INSUFFICIENT_BUMP = 'Unable to calculate sufficient price bump for speed-based replacement'
/** 400: a replacement costs more (`cost`) than the relayer has (`balance`); both in the smallest unit. */
export const insufficientBalance = (balance: bigint, cost: bigint) =>
  `Relayer balance ${balance} is insufficient to cover ${cost}`
/** 400: the same, because of what the relayer must keep (`minimum`). */
export const balanceBelowMinimum = (balance: bigint, cost: bigint, minimum: bigint) =>
  `${insufficientBalance(balance, cost)} with an enforced minimum balance of ${minimum}`
/** 400: cancel, replace, delete pending, sign and sign typed data on a Solana relayer. */
export const NOT_SUPPORTED_FOR_SOLANA = 'Endpoint is not supported for Solana relayers'

// error: Stellar and Solana clocks and fee payers

/** 400 on Solana: `valid_until` is before now. */
export const SOLANA_VALID_UNTIL_PASSED = 'valid_until cannot be in the past'
/** 400 on Stellar: a rule over the request or its XDR is broken. `detail` says which. */
export const stellarValidationError = (detail: string) => `Transaction validation error: ${detail}`
/** 400 on Stellar: `fee_bump` around a transaction that nobody signed. */
export const FEE_BUMP_UNSIGNED = 'Transaction validation error: Cannot request fee_bump with unsigned XDR'
/** 400 on Stellar: a signed transaction without `fee_bump`. */
export const EXPECTED_UNSIGNED = 'Transaction validation error: Expected unsigned XDR but received signed XDR'
/** 400 on Solana: the transaction names another fee payer (`feePayer`) than the relayer (`address`); both in base58. */
export const feePayerMismatch = (feePayer: string, address: string) =>
  `Transaction fee payer ${feePayer} does not match relayer address ${address}`

// error: sign, rpc

/** 400: sign on a Stellar relayer. */
export const SIGN_DATA_STELLAR = 'Signing data not supported for Stellar'
/** 400: sign typed data on a Stellar relayer. */
export const SIGN_TYPED_DATA_STELLAR = 'Signing typed data not supported for Stellar'
/** 400: sign transaction on an EVM relayer, whatever the shape of the body. */
export const SIGN_TRANSACTION_EVM = 'sign_transaction not supported for EVM'
/** 400: sign transaction on a Stellar relayer without `unsigned_xdr`. */
export const WRONG_SIGN_REQUEST_STELLAR = 'Invalid request type for Stellar relayer'
/** 400: sign transaction on a Solana relayer without `transaction`. */
export const WRONG_SIGN_REQUEST_SOLANA = 'Invalid request type for Solana relayer'
/** 400: a sponsored quote or build on an EVM relayer. */
export const GAS_ABSTRACTION_EVM = 'Gas abstraction not supported for EVM relayers'

/** 500: the signer of a relayer can't be used at all. `detail` says why. */
export const signerUnusable = (detail: string) => `Signer creation failed: ${detail}`
/** 400: text that has no UTF-8 form, so that what is signed would not be what was sent. */
export const MESSAGE_NOT_UNICODE = 'message: lone surrogate, which no Unicode text has'
/** 400 of a batch of JSON-RPC calls: it is empty. */
export const EMPTY_RPC_BATCH = 'The batch holds no calls'
/** 400 of a batch of JSON-RPC calls: more than `limit`. */
export const rpcBatchTooLarge = (count: number, limit: number) =>
  `The batch of ${count} calls is larger than allowed (limit: ${limit} calls)`

// errors inside JSON-RPC answers: what a node said is never passed on, only its code

type RpcFailure = { readonly code: number; readonly message: string; readonly description: string }

/** One call of a batch is no call: `description` says why, for example `MISSING_RPC_METHOD`. */
export const rpcInvalidRequest = (description: string): RpcFailure => ({
  code: -32600,
  message: 'Invalid Request',
  description,
})
/** This service does not pass the method on. */
export const RPC_METHOD_REFUSED: RpcFailure = {
  code: -32601,
  message: 'Method not found',
  description: 'The method is not available through this relayer',
}
const invalidParams = (description: string): RpcFailure => ({ code: -32602, message: 'Invalid params', description })
/** The address that a call is about is none. */
export const RPC_INVALID_ADDRESS = /* @__PURE__ */ invalidParams('The provided address is invalid')
/** A signed transaction that can't be decoded, so that nobody knows whose it is. */
export const RPC_INVALID_RAW_TRANSACTION = /* @__PURE__ */ invalidParams(
  'The provided raw transaction cannot be decoded',
)
/** A signed transaction of a relayer's own account: it would take a nonce that the relayer counts on. */
export const RPC_RELAYER_TRANSACTION: RpcFailure = {
  code: -32003,
  message: 'Transaction rejected',
  description: 'Transactions of a relayer account can only be sent by its relayer',
}
const internalError = (description: string): RpcFailure => ({ code: -32603, message: 'Internal error', description })
/** The node answered with an error of this code. */
export const rpcNodeError = (code: number) => internalError(`RPC error occurred (code: ${code})`)
/** The node could not be talked to. */
export const RPC_NETWORK_ERROR = /* @__PURE__ */ internalError('Network error occurred. Please try again later')
/** Everything that has no error of its own. */
export const RPC_INTERNAL_ERROR = /* @__PURE__ */ internalError('An internal error occurred. Please try again later')
/** The node did not answer in time. */
export const RPC_TIMEOUT: RpcFailure = {
  code: -33000,
  message: 'Request timeout',
  description: 'The request timed out. Please try again later',
}
/** The node answered with 429. */
export const RPC_RATE_LIMITED: RpcFailure = {
  code: -33001,
  message: 'Rate limited',
  description: 'Rate limit exceeded. Please try again later',
}
/** The node answered with 502. */
export const RPC_BAD_GATEWAY: RpcFailure = {
  code: -33002,
  message: 'Bad gateway',
  description: 'Service temporarily unavailable. Please try again later',
}
/** The node answered with another HTTP `status`. */
export const rpcRequestFailed = (status: number): RpcFailure => ({
  code: -33003,
  message: 'Request error',
  description: `Request failed with status code ${status}`,
})
/** The network has no endpoint that may be asked. */
export const RPC_NETWORK_CONFIGURATION: RpcFailure = {
  code: -33004,
  message: 'Network configuration error',
  description: 'Network configuration error. Please check your network settings',
}

// error: plugins

/** 400 of a plugin call: the body is no JSON. `detail` says where. */
export const invalidJson = (detail: string) => `Invalid JSON: ${detail}`
/** 400: the patch of a plugin has `timeout: 0`. */
export const PLUGIN_TIMEOUT_ZERO = 'Timeout must be greater than 0'
/** 405: GET of a plugin without `allow_get_invocation`. */
export const PLUGIN_GET_DISABLED =
  "GET requests are not enabled for this plugin. Set 'allow_get_invocation: true' in plugin configuration to enable."
/** `error` of a plugin that failed without a message and without a log line. */
export const PLUGIN_FAILED = 'Plugin execution failed'
