/// <reference types="node" />
import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as s from './index.ts'

// Values in parsed form. What comes back over the wire must be the same.

const text = fc.string()
const bool = fc.boolean()
const uint = (bits: bigint) => fc.bigInt({ min: 0n, max: 2n ** bits - 1n })
const u128 = uint(128n)
const u64 = uint(64n)
const u63 = uint(63n)
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const u8 = fc.nat(255)
const u16 = fc.nat(65_535)
const u32 = fc.nat(2 ** 32 - 1)
const u53 = fc.maxSafeNat()
const percent = fc.double({ min: 0, max: 100, noNaN: true }).map(x => (Object.is(x, -0) ? 0 : x))
const nul = <T>(value: Arbitrary<T>) => fc.option(value, { nil: null })
const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(b => Buffer.from(b).toString('hex'))
const chars = (alphabet: string, length: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map(list => list.join(''))
const strkey = (kind: string, length = 55) => chars('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', length).map(rest => kind + rest)
const solanaKey = chars('23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 44)
const base64 = fc.uint8Array({ maxLength: 60 }).map(bytes => Buffer.from(bytes).toString('base64'))
const id = chars('abcXYZ019-_', 12)
const url = id.map(name => `https://${name.replaceAll(/[-_]/g, 'a')}.example/rpc`)
const timestamp = fc.integer({ min: 0, max: 2e12 }).map(s.formatTimestamp)
/** Some keys always, others perhaps, others perhaps null. */
const fields = <R extends object, O extends object, N extends object>(
  required: { [K in keyof R]: Arbitrary<R[K]> },
  optional: { [K in keyof O]: Arbitrary<O[K]> } = {} as never,
  nullish: { [K in keyof N]: Arbitrary<N[K]> } = {} as never,
) => {
  const nullable = Object.fromEntries(
    Object.entries(nullish).map(([key, value]) => [key, nul(value as Arbitrary<unknown>)]),
  )
  const all = { ...required, ...optional, ...nullable } as Record<string, Arbitrary<unknown>>
  return fc.record(all, { requiredKeys: Object.keys(required), noNullPrototype: true })
}
const of = <T>(...values: T[]) => fc.constantFrom(...values)
const network = of('evm', 'solana', 'stellar')
const status = of('canceled', 'pending', 'sent', 'submitted', 'mined', 'confirmed', 'failed', 'expired')
const speed = of('fastest', 'fast', 'average', 'safeLow')
const json = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    nul(bool),
    text,
    u53,
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 300n }),
    fc.array(tie('value')),
    fc.dictionary(
      text.filter(key => key !== '__proto__'),
      tie('value'),
      { noNullPrototype: true },
    ),
  ),
})).value

const address = hex(20).map(digits => `0x${digits}`)
const evmRequest = fields(
  { value: u128 },
  {},
  {
    to: address,
    data: hex(9).map(h => `0x${h}`),
    gas_limit: u63,
    gas_price: u128,
    max_fee_per_gas: u128,
    max_priority_fee_per_gas: u128,
    speed,
    valid_until: timestamp,
  },
)
const signature = fields({ r: hex(32), s: hex(32), v: u8, sig: hex(65) })
const revisions = { revision: u53, executed_revision: u53 }
const evmRecord = fields(
  {
    id,
    status,
    created_at: timestamp,
    value: uint(256n),
    from: address,
    relayer_id: id,
    hash: nul(hex(32)),
    status_reason: nul(text),
    sent_at: nul(timestamp),
    confirmed_at: nul(timestamp),
    gas_price: nul(u128),
    gas_limit: nul(u63),
    nonce: nul(u53),
    to: nul(address),
    data: nul(hex(3)),
    max_fee_per_gas: nul(u128),
    max_priority_fee_per_gas: nul(u128),
    signature: nul(signature),
    speed: nul(speed),
    is_canceled: nul(bool),
  },
  revisions,
)

const asset = fc.oneof(
  of({ type: 'native' }),
  fields({ type: of('credit4'), code: of('USDC', 'x'), issuer: strkey('G') }),
  fields({ type: of('credit12'), code: of('LONGNAME', 'abcde'), issuer: strkey('G') }),
)
const scVal = fc.letrec(tie => {
  const entries = nul(fc.array(fields({ key: tie('value'), val: tie('value') }), { maxLength: 3 }))
  return {
    value: fc.oneof(
      { maxDepth: 3 },
      of('void', 'ledger_key_contract_instance'),
      fields({ bool }),
      fields({ u32 }),
      fields({ i32: fc.integer() }),
      fields({ u64 }),
      fields({ i64: int64 }),
      fields({ timepoint: u64 }),
      fields({ duration: u64 }),
      fields({ u128 }),
      fields({ i128: fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }) }),
      fields({ u256: uint(256n) }),
      fields({ i256: fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n }) }),
      fields({ bytes: hex(5) }),
      fields({ string: text }),
      fields({ symbol: of('transfer', '') }),
      fields({ address: fc.oneof(strkey('G'), strkey('C'), strkey('M', 68)) }),
      fields({ error: fc.oneof(fields({ contract: u32 }), fields({ wasm_vm: of('arith_domain', 'missing_value') })) }),
      fields({ ledger_key_nonce: fields({ nonce: int64 }) }),
      fields({
        contract_instance: fields({
          executable: fc.oneof(of('stellar_asset'), fields({ wasm: hex(32) })),
          storage: entries,
        }),
      }),
      fields({ vec: nul(fc.array(tie('value'), { maxLength: 3 })) }),
      fields({ map: entries }),
    ),
  }
}).value
const auth = fc.oneof(
  of({ type: 'none' }, { type: 'source_account' }),
  fields({ type: of('addresses'), signers: fc.array(strkey('G')) }),
  fields({ type: of('xdr'), entries: fc.array(base64) }),
)
const contractSource = fc.oneof(
  fields({ from: of('address'), address: strkey('G') }),
  fields({ from: of('contract'), contract: strkey('C') }),
)
const payment = fields({ type: of('payment'), destination: fc.oneof(strkey('G'), strkey('M', 68)), amount: u63, asset })
const args = fc.array(scVal, { maxLength: 2 })
const soroban = fc.oneof(
  fields({ type: of('invoke_contract'), contract_address: strkey('C'), function_name: text, args }, {}, { auth }),
  fields(
    { type: of('create_contract'), source: contractSource, wasm_hash: hex(32) },
    {},
    { salt: hex(32), constructor_args: args, auth },
  ),
  fields({ type: of('upload_wasm'), wasm: fc.oneof(fields({ hex: hex(4) }), of({ base64: 'AAEC' })) }, {}, { auth }),
)
const memo = fc.oneof(
  of({ type: 'none' }),
  fields({ type: of('text'), value: of('', 'hello') }),
  fields({ type: of('id'), value: u64 }),
  fields({ type: of('hash', 'return'), value: hex(32) }),
)
const stellarRequest = fc.oneof(
  fields(
    { network: text, operations: fc.array(payment, { minLength: 1, maxLength: 3 }) },
    {},
    { memo, valid_until: timestamp, max_fee: u63, source_account: strkey('G') },
  ),
  fields({ network: text, operations: soroban.map(operation => [operation]) }, { memo: of({ type: 'none' }) }),
  fields({ network: text, transaction_xdr: base64 }, { fee_bump: bool }, { memo, source_account: strkey('M', 68) }),
  fields({ network: text, transaction_xdr: base64, signed_auth_entry: base64 }, {}, { operations: of(null) }),
)
const instruction = fields({
  program_id: solanaKey,
  accounts: fc.array(fields({ pubkey: solanaKey, is_signer: bool, is_writable: bool }), { maxLength: 3 }),
  data: base64,
})
const solanaRequest = fc.oneof(
  fields({ transaction: base64.map(encoded => `${encoded}AAAA`) }, {}, { valid_until: timestamp }),
  fields({ instructions: fc.array(instruction, { minLength: 1, maxLength: 3 }) }, {}, { valid_until: timestamp }),
)

const tokenSwap = fields(
  {},
  {},
  { slippage_percentage: percent, min_amount: u64, max_amount: u64, retain_min_amount: u64 },
)
const strategy = of('user', 'relayer')
const evmPolicy = {
  min_balance: u128,
  gas_limit_estimation: bool,
  include_revert_data: bool,
  gas_price_cap: u128,
  whitelist_receivers: fc.array(address),
  eip1559_pricing: bool,
  private_transactions: bool,
  rpc_allowed_methods: fc.array(of('eth_call', 'x')),
}
const solanaPolicy = {
  min_balance: u64,
  max_tx_data_size: u16,
  fee_payment_strategy: strategy,
  allowed_programs: fc.array(solanaKey),
  allowed_accounts: fc.array(solanaKey),
  disallowed_accounts: fc.array(solanaKey),
  max_signatures: u8,
  max_allowed_fee_lamports: u64,
  fee_margin_percentage: percent,
  allowed_tokens: fc.array(
    fields({ mint: solanaKey }, {}, { decimals: u8, symbol: text, max_allowed_fee: u64, swap_config: tokenSwap }),
  ),
  swap_config: fields(
    {},
    {},
    {
      strategy: of('jupiter-swap', 'jupiter-ultra', 'noop'),
      cron_schedule: text,
      min_balance_threshold: u64,
      jupiter_swap_options: fields(
        {},
        {},
        { priority_fee_max_lamports: u64, priority_level: text, dynamic_compute_unit_limit: bool },
      ),
    },
  ),
}
const tokenKind = fc.oneof(
  of('native'),
  fields({ classic: fields({ code: text, issuer: text }) }),
  fields({ contract: fields({ contract_id: text }) }),
)
const stellarPolicy = {
  min_balance: u64,
  fee_payment_strategy: strategy,
  max_fee: u32,
  timeout_seconds: u64,
  concurrent_transactions: bool,
  fee_margin_percentage: percent,
  slippage_percentage: percent,
  allowed_tokens: fc.array(
    fields(
      { asset: text },
      {},
      {
        metadata: fields({ kind: tokenKind, decimals: u32, canonical_asset_id: text }),
        max_allowed_fee: u64,
        swap_config: tokenSwap,
      },
    ),
  ),
  swap_config: fields(
    {},
    {},
    { strategies: fc.array(of('order-book', 'soroswap')), cron_schedule: text, min_balance_threshold: u64 },
  ),
}
const rpcUrl = fields({ url }, {}, { weight: u8 })
const newRelayer = (type: string, policies: Arbitrary<object>) =>
  fields(
    { name: text, network: text, paused: bool, network_type: of(type), signer_id: text },
    {},
    { id, policies, notification_id: id, custom_rpc_urls: fc.array(rpcUrl) },
  )
const disabled = fields({
  type: of('NonceSyncFailed', 'RpcValidationFailed', 'BalanceCheckFailed', 'SequenceSyncFailed'),
  details: text,
})
const relayer = (type: string, policies: Arbitrary<object>) =>
  fields(
    {
      id,
      name: text,
      network: text,
      network_type: of(type),
      paused: bool,
      signer_id: id,
      address: text,
      system_disabled: bool,
    },
    {
      policies,
      notification_id: id,
      custom_rpc_urls: fc.array(rpcUrl),
      disabled_reason: fc.oneof(disabled, fields({ type: of('Multiple'), details: fc.array(disabled) })),
    },
  )
const relayerState = {
  balance: u128,
  pending_transactions_count: u53,
  last_confirmed_transaction_timestamp: nul(timestamp),
  system_disabled: bool,
  paused: bool,
}

const filled = id
const secret = of('c2VjcmV0')
const signerRequest = (types: string[], config: Arbitrary<unknown>) =>
  fields({ type: of(...types), config }, {}, { id })
const vault = { address: url, role_id: filled, secret_id: filled, key_name: filled }
const serviceAccount = {
  project_id: filled,
  client_id: filled,
  auth_uri: url,
  token_uri: url,
  auth_provider_x509_cert_url: url,
  client_x509_cert_url: url,
  universe_domain: of('googleapis.com'),
}
const googleKey = fields({ location: filled, key_ring_id: filled, key_id: filled, key_version: u32 })
const signerRequests = fc.oneof(
  signerRequest(['plain'], fields({ key: hex(31).map(rest => `01${rest}`) })),
  signerRequest(['aws_kms', 'kms_a'], fields({ region: filled, key_id: filled })),
  signerRequest(
    ['azure_key_vault'],
    fields(
      { vault_url: url, key_name: filled, tenant_id: filled, client_id: filled, client_secret: filled },
      {},
      { key_version: filled, auth_type: of('client_secret') },
    ),
  ),
  signerRequest(['vault', 'secrets_store'], fields(vault, {}, { namespace: filled, mount_point: filled })),
  signerRequest(
    ['vault_transit', 'secrets_store_transit'],
    fields({ ...vault, pubkey: filled }, {}, { namespace: filled, mount_point: filled }),
  ),
  signerRequest(
    ['turnkey', 'hosted_keys'],
    fields({
      api_public_key: filled,
      api_private_key: filled,
      organization_id: filled,
      private_key_id: filled,
      public_key: filled,
    }),
  ),
  signerRequest(
    ['cdp'],
    fields({
      api_key_id: filled,
      api_key_secret: secret,
      wallet_secret: secret,
      account_address: fc.oneof(address, solanaKey),
    }),
  ),
  signerRequest(
    ['google_cloud_kms', 'kms_b'],
    fields({
      service_account: fields({ ...serviceAccount, private_key: filled, private_key_id: filled, client_email: filled }),
      key: googleKey,
    }),
  ),
)
const signer = (types: string[], config: Arbitrary<unknown>) => fields({ id, type: of(...types), config })
const signers = fc.oneof(
  signer(['local'], of({})),
  signer(['aws_kms', 'kms_a'], fields({ region: nul(text), key_id: text })),
  signer(
    ['azure_key_vault'],
    fields({
      auth_type: of('client_secret', 'workload_identity'),
      tenant_id: nul(text),
      client_id: nul(text),
      vault_url: text,
      key_name: text,
      key_version: nul(text),
    }),
  ),
  signer(
    ['vault', 'secrets_store'],
    fields({ address: text, namespace: nul(text), key_name: text, mount_point: nul(text) }),
  ),
  signer(
    ['vault_transit', 'secrets_store_transit'],
    fields({ key_name: text, address: text, namespace: nul(text), pubkey: text, mount_point: nul(text) }),
  ),
  signer(
    ['turnkey', 'hosted_keys'],
    fields({ api_public_key: text, organization_id: text, private_key_id: text, public_key: text }),
  ),
  signer(['cdp'], fields({ api_key_id: text, account_address: text })),
  signer(['google_cloud_kms', 'kms_b'], fields({ service_account: fields(serviceAccount), key: googleKey })),
)
const signingKey = hex(16)
const rpcId = fc.oneof(of(null), text, fc.maxSafeInteger(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }))
const rpcCall = fields({ id: rpcId, method: of('eth_call', 'x'), params: json })
const config = fc.dictionary(id, json, { noNullPrototype: true })
const plugin = {
  emit_logs: bool,
  emit_traces: bool,
  raw_response: bool,
  allow_get_invocation: bool,
  forward_logs: bool,
}
const pagination = fields({ current_page: u32, per_page: u32, total_items: u53 })
const sponsored = fc.oneof(
  fields({ transaction: base64, fee_token: text }),
  fields(
    { fee_token: text },
    {},
    {
      transaction_xdr: base64,
      operations: fc.array(fc.oneof(payment, soroban), { maxLength: 2 }),
      source_account: text,
    },
  ),
)
const component = fields({ status: of('healthy', 'degraded', 'unhealthy') }, { error: text, fd_count: u32 })

const attemptPrices = { gas_limit: u63, gas_price: u128, max_fee_per_gas: u128, max_priority_fee_per_gas: u128 }

const cases: Record<string, [z.ZodMiniType, Arbitrary<unknown>]> = {
  evmTransactionRequest: [s.evmTransactionRequest, evmRequest],
  stellarTransactionRequest: [s.stellarTransactionRequest, stellarRequest],
  solanaTransactionRequest: [s.solanaTransactionRequest, solanaRequest],
  evmTransaction: [s.evmTransaction, evmRecord],
  stellarTransaction: [
    s.stellarTransaction,
    fields(
      {
        id,
        hash: nul(hex(32)),
        status,
        status_reason: nul(text),
        created_at: timestamp,
        sent_at: nul(timestamp),
        confirmed_at: nul(timestamp),
        source_account: text,
        fee: u32,
        sequence_number: u63,
        relayer_id: id,
      },
      { transaction_result_xdr: base64, ...revisions },
    ),
  ],
  solanaTransaction: [
    s.solanaTransaction,
    fields(
      { id, status, created_at: timestamp, transaction: base64 },
      {
        signature: text,
        status_reason: text,
        sent_at: timestamp,
        confirmed_at: timestamp,
        instructions: fc.array(instruction),
        ...revisions,
      },
    ),
  ],
  stellarAsset: [s.stellarAsset, asset],
  stellarMemo: [s.stellarMemo, memo],
  stellarAuth: [s.stellarAuth, auth],
  stellarContractSource: [s.stellarContractSource, contractSource],
  stellarOperation: [s.stellarOperation, fc.oneof(payment, soroban)],
  scVal: [s.scVal, scVal],
  solanaInstruction: [s.solanaInstruction, instruction],
  signerRequest: [s.signerRequest, signerRequests],
  signerUpdate: [s.signerUpdate, of({})],
  signerResponse: [s.signerResponse, signers],
  notification: [s.notification, fields({ id, type: of('webhook'), url, has_signing_key: bool })],
  notificationCreate: [s.notificationCreate, fields({ url }, {}, { id, type: of('webhook'), signing_key: signingKey })],
  notificationUpdate: [s.notificationUpdate, fields({}, {}, { type: of('webhook'), url: text, signing_key: text })],
  evmPolicy: [s.evmPolicy, fields({}, {}, evmPolicy)],
  solanaPolicy: [s.solanaPolicy, fields({}, {}, solanaPolicy)],
  stellarPolicy: [s.stellarPolicy, fields({}, {}, stellarPolicy)],
  evmPolicyResponse: [
    s.evmPolicyResponse,
    fields({ min_balance: u128, gas_limit_estimation: bool, include_revert_data: bool }, { gas_price_cap: u128 }),
  ],
  solanaPolicyResponse: [
    s.solanaPolicyResponse,
    fields({ min_balance: u64, max_tx_data_size: u16 }, { allowed_tokens: solanaPolicy.allowed_tokens }),
  ],
  stellarPolicyResponse: [
    s.stellarPolicyResponse,
    fields({ min_balance: u64, fee_payment_strategy: strategy }, { max_fee: u32 }),
  ],
  relayerCreate: [
    s.relayerCreate,
    fc.oneof(
      newRelayer('evm', fields({}, {}, evmPolicy)),
      newRelayer('solana', fields({}, {}, solanaPolicy)),
      newRelayer('stellar', fields({}, {}, stellarPolicy)),
    ),
  ],
  relayerUpdate: [
    s.relayerUpdate,
    fields(
      {},
      {},
      { name: text, paused: bool, policies: config, notification_id: id, custom_rpc_urls: fc.array(rpcUrl) },
    ),
  ],
  relayerResponse: [
    s.relayerResponse,
    fc.oneof(
      relayer('evm', fields({ min_balance: u128, gas_limit_estimation: bool, include_revert_data: bool })),
      relayer('solana', fields({ min_balance: u64, max_tx_data_size: u16 })),
      relayer('stellar', fields({ min_balance: u64, fee_payment_strategy: strategy })),
    ),
  ],
  disabledReason: [s.disabledReason, disabled],
  rpcUrl: [s.rpcUrl, rpcUrl],
  relayerStatus: [
    s.relayerStatus,
    fc.oneof(
      fields({ network_type: of('evm'), ...relayerState, nonce: u64 }),
      fields({ network_type: of('solana'), ...relayerState }),
      fields({ network_type: of('stellar'), ...relayerState, sequence_number: u63 }),
    ),
  ],
  relayerBalance: [s.relayerBalance, fields({ balance: u128, unit: of('wei', 'lamport', 'stroop') })],
  network: [
    s.network,
    fields(
      { id, name: text, network_type: network },
      {
        rpc_urls: fc.array(rpcUrl),
        explorer_urls: fc.array(url),
        average_blocktime_ms: u53,
        is_testnet: bool,
        tags: fc.array(text),
        chain_id: u53,
        required_confirmations: u32,
        features: fc.array(text),
        symbol: text,
        passphrase: text,
        horizon_url: url,
      },
    ),
  ],
  networkUpdate: [s.networkUpdate, fields({}, {}, { rpc_urls: fc.array(fields({ url, weight: u8 })) })],
  signRequest: [s.signRequest, fields({ message: text })],
  signTypedDataRequest: [
    s.signTypedDataRequest,
    fields({ domain_separator: hex(32), hash_struct_message: hex(32).map(h => `0x${h}`) }),
  ],
  signTransactionRequest: [
    s.signTransactionRequest,
    fc.oneof(fields({ unsigned_xdr: base64 }), fc.array(u8), fields({ transaction: base64 })),
  ],
  evmSignature: [s.evmSignature, signature],
  stellarSignTransactionResponse: [s.stellarSignTransactionResponse, fields({ signedXdr: base64, signature: base64 })],
  solanaSignTransactionResponse: [s.solanaSignTransactionResponse, fields({ transaction: base64, signature: text })],
  rpcRequest: [s.rpcRequest, rpcCall],
  rpcBatchRequest: [s.rpcBatchRequest, fc.array(rpcCall, { minLength: 1, maxLength: 3 })],
  rpcResponse: [
    s.rpcResponse,
    fc.oneof(
      fields({ jsonrpc: of('2.0'), result: json }, { id: rpcId }),
      fields(
        { jsonrpc: of('2.0'), error: fields({ code: fc.integer(), message: text, description: text }) },
        { id: rpcId },
      ),
    ),
  ],
  plugin: [
    s.plugin,
    fields({ id, path: text, timeout: fields({ secs: u53, nanos: u32 }), config: nul(config), ...plugin }),
  ],
  pluginUpdate: [s.pluginUpdate, fields({}, {}, { timeout: u53, config, ...plugin })],
  pluginMetadata: [
    s.pluginMetadata,
    fields({}, { logs: fc.array(fields({ level: of('log', 'result'), message: text })), traces: fc.array(json) }),
  ],
  pluginFailure: [s.pluginFailure, fields({}, { code: text, details: json })],
  apiKey: [
    s.apiKey,
    fields(
      { id, name: text, allowed_origins: fc.array(text), created_at: text, permissions: fc.array(text) },
      {},
      { relayers: fc.array(id), receivers: fc.array(text), expires_at: text, last_used_at: text },
    ),
  ],
  apiKeyCreate: [
    s.apiKeyCreate,
    fields(
      { name: text, permissions: fc.array(of('tx:send', 'admin')) },
      {},
      { allowed_origins: fc.array(text), relayers: fc.array(id), receivers: fc.array(text), expires_at: timestamp },
    ),
  ],
  apiKeyRotate: [s.apiKeyRotate, fields({}, {}, { grace_seconds: u32 })],
  readiness: [
    s.readiness,
    fields(
      {
        ready: bool,
        status: of('healthy', 'degraded'),
        components: fc.dictionary(id, component, { noNullPrototype: true }),
        timestamp,
      },
      { reason: text },
    ),
  ],
  deletePendingResponse: [
    s.deletePendingResponse,
    fields({
      queued_for_cancellation_transaction_ids: fc.array(id),
      failed_to_queue_transaction_ids: fc.array(id),
      total_processed: u53,
    }),
  ],
  transactionBatchRequest: [
    s.transactionBatchRequest,
    fields({ transactions: fc.array(json) }, { atomic: fc.boolean() }),
  ],
  transactionBatchResponse: [
    s.transactionBatchResponse,
    fields({
      accepted: u53,
      refused: u53,
      results: fc.array(
        fields({
          index: u53,
          status: of('accepted', 'refused'),
          transaction: json,
          error: text,
          field: of(null, 'to'),
        }),
      ),
    }),
  ],
  transactionDryRun: [
    s.transactionDryRun,
    fields({
      dry_run: of(true),
      verdict: of('passes', 'waits', 'fails', 'refused'),
      reason: text,
      field: of(null, 'to'),
      ...attemptPrices,
      max_cost: text,
      balance: of(null),
      affordable: of(true, false, null),
    }),
  ],
  transactionTimeline: [
    s.transactionTimeline,
    fields({
      id,
      relayer_id: id,
      status,
      status_reason: of(null),
      created_at: timestamp,
      valid_until: timestamp,
      executed_revision: of(null),
      revisions: fc.array(
        fields({
          revision: u53,
          created_at: timestamp,
          executed: fc.boolean(),
          to: text,
          value: text,
          data: of(null),
          speed: of(null, 'fast'),
          ...attemptPrices,
        }),
        { maxLength: 2 },
      ),
      attempts: fc.array(
        fields({
          hash: text,
          kind: of('transaction', 'noop'),
          revision: u53,
          nonce: u53,
          ...attemptPrices,
          outcome: text,
          finality: of(null),
          reason: text,
          endpoint: text,
          created_at: timestamp,
          broadcast_at: of(null),
          broadcast_count: u53,
          acknowledged_at: of(null),
          block_number: u53,
          block_hash: text,
        }),
        { maxLength: 2 },
      ),
      events: fc.array(
        fields({ event: text, status: text, status_reason: of(null), hash: of(null), created_at: timestamp }),
        { maxLength: 2 },
      ),
    }),
  ],
  sponsoredQuoteRequest: [s.sponsoredQuoteRequest, sponsored],
  sponsoredBuildRequest: [s.sponsoredBuildRequest, sponsored],
  solanaSponsoredQuote: [s.solanaSponsoredQuote, fields({ estimated_fee: text, conversion_rate: text })],
  stellarSponsoredQuote: [
    s.stellarSponsoredQuote,
    fields(
      { fee_in_token_ui: text, fee_in_token: text, conversion_rate: text },
      { max_fee_in_token: text, max_fee_in_token_ui: text },
    ),
  ],
  solanaSponsoredBuild: [
    s.solanaSponsoredBuild,
    fields({
      transaction: base64,
      fee_in_spl: text,
      fee_in_lamports: text,
      fee_token: text,
      valid_until_blockheight: u53,
    }),
  ],
  stellarSponsoredBuild: [
    s.stellarSponsoredBuild,
    fields(
      {
        transaction: base64,
        fee_in_token: text,
        fee_in_token_ui: text,
        fee_in_stroops: text,
        fee_token: text,
        valid_until: timestamp,
      },
      { user_auth_entry: base64 },
    ),
  ],
  pagination: [s.pagination, pagination],
  paginationQuery: [s.paginationQuery, fields({ page: u32, per_page: u32 })],
  successOf: [
    s.successOf(s.evmTransaction) as z.ZodMiniType,
    fields({ success: of(true), data: evmRecord, error: of(null) }),
  ],
  listOf: [
    s.listOf(s.evmTransaction) as z.ZodMiniType,
    fields({ success: of(true), data: fc.array(evmRecord, { maxLength: 2 }), error: of(null), pagination }),
  ],
  failureResponse: [
    s.failureResponse,
    fields({ success: of(false), data: of(null), message: text, error: text }, { code: u16, after: u16 }),
  ],
  networkType: [s.networkType, network],
  transactionStatus: [s.transactionStatus, status],
  speed: [s.speed, speed],
  signerRequestType: [s.signerRequestType, of('plain', 'kms_b')],
  notificationType: [s.notificationType, of('webhook')],
  feePaymentStrategy: [s.feePaymentStrategy, strategy],
  componentStatus: [s.componentStatus, of('healthy')],
  timestamp: [s.timestamp, timestamp],
  float: [s.float, percent],
  jsonValue: [s.jsonValue, json],
  jsonObject: [s.jsonObject, config],
  rpcError: [s.rpcError, fields({ code: fc.integer(), message: text, description: text })],
  pluginLog: [s.pluginLog, fields({ level: of('warn'), message: text })],
  u8: [s.u8, u8],
  u16: [s.u16, u16],
  u32: [s.u32, u32],
  u53: [s.u53, u53],
  i32: [s.i32, fc.integer()],
  u63: [s.u63, u63],
  u64: [s.u64, u64],
  u128: [s.u128, u128],
  u256: [s.u256, uint(256n)],
  i64: [s.i64, int64],
  quantity: [s.quantity, uint(256n)],
  decimalU128: [s.decimalU128, u128],
  decimalU64: [s.decimalU64, u64],
  decimalU63: [s.decimalU63, u63],
}

describe('what is encoded, written, read and decoded is the same value', () => {
  test.each(Object.entries(cases))('%s', (_name, [schema, arbitrary]) => {
    fc.assert(
      fc.property(arbitrary, value => {
        const wire = s.stringifyJson(z.encode(schema, value))
        expect(z.decode(schema, s.parseJson(wire) as never)).toEqual(value)
      }),
      { numRuns: 60 },
    )
  })

  test('covers every exported schema', () => {
    const schemas = Object.entries(s).filter(
      ([, value]) => typeof value === 'object' && value !== null && '_zod' in value,
    )
    expect(schemas.map(([name]) => name).filter(name => !(name in cases))).toEqual([])
  })
})

describe('anything else is refused, or reads as something that survives the round trip', () => {
  test.each(Object.entries(cases))('%s', (_name, [schema]) => {
    fc.assert(
      fc.property(json, value => {
        const read = schema.safeParse(value)
        if (!read.success) {
          expect(s.describeIssues(read.error)).not.toContain('Invalid input')
          return
        }
        const wire = s.stringifyJson(z.encode(schema, read.data))
        expect(z.decode(schema, s.parseJson(wire) as never)).toEqual(read.data)
      }),
      { numRuns: 60 },
    )
  })
})
