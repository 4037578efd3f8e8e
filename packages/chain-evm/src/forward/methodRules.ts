/** Who may ask for a method. Compared in lower case, so that no spelling slips through. */
export type MethodRule = 'anybody' | 'rawTransaction' | 'ifNamed' | 'nobody'

/** What is said of a method, by the first row that matches. */
const rules: readonly (readonly [pattern: RegExp, rule: MethodRule])[] = [
  // Their transaction is looked into.
  [/^eth_send(private)?rawtransaction$|^eth_sendrawtransaction(conditional|sync)$/, 'rawTransaction'],
  // A smart account's, paid and sent by a bundler.
  [/^eth_senduseroperation$/, 'anybody'],
  // Whatever else sends may carry transactions that nobody here can look into, or has the node sign with a key of its own.
  [/^[^_]*_send|^eth_resend$|^eth_sign|^(personal|account|signer|wallet)_/, 'nobody'],
  [/^(admin|engine|miner|clique)_/, 'nobody'],
  [/^debug_/, 'ifNamed'],
]

/** Namespaces that change the chain itself; they exist on nodes for development. */
const development = /^(anvil|hardhat|evm|ganache|tenderly)_/

/**
 * What holds for a method: `rawTransaction` it carries a signed transaction, `ifNamed` only where a policy names it,
 * `nobody` never. `isDevelopment` opens the development namespaces.
 */
export function ruleOf(method: string, isDevelopment: boolean): MethodRule {
  const name = method.trim().toLowerCase()
  if (development.test(name)) return isDevelopment ? 'anybody' : 'ifNamed'
  return rules.find(([pattern]) => pattern.test(name))?.[1] ?? 'anybody'
}

/** Methods whose first parameter is an address. */
const ofAddress = new Set([
  'eth_getBalance',
  'eth_getCode',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionCount',
])

/** Whether the address that a call is about is none; a parameter of another type is the node's to judge. */
export function hasBadAddress(method: string, params: unknown): boolean {
  const [address] = Array.isArray(params) && ofAddress.has(method) ? (params as readonly unknown[]) : []
  return typeof address === 'string' && !/^(0x)?[\da-f]{40}$/i.test(address)
}
