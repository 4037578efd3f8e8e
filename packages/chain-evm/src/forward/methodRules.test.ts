import { expect, test } from 'vitest'
import { hasBadAddress, type MethodRule, ruleOf } from './methodRules.ts'

const rules: Readonly<Record<MethodRule, readonly string[]>> = {
  anybody: [
    'eth_call',
    'eth_getBalance',
    'eth_simulateV1',
    'eth_sendUserOperation',
    'eth_accounts',
    'net_version',
    'web3_clientVersion',
    'trace_transaction',
    'txpool_status',
    'no_such_method',
  ],
  rawTransaction: [
    'eth_sendRawTransaction',
    'eth_sendRawTransactionSync',
    'eth_sendRawTransactionConditional',
    'eth_sendPrivateRawTransaction',
    ' ETH_SendRawTransaction\t',
  ],
  nobody: [
    'eth_sendTransaction',
    'ETH_SENDTRANSACTION',
    ' eth_sendTransaction ',
    'eth_sendUnsignedTransaction',
    'eth_sendPrivateTransaction',
    'eth_sendBundle',
    'mev_sendBundle',
    'eth_resend',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData_v4',
    'personal_sign',
    'personal_unlockAccount',
    'personal_sendTransaction',
    'wallet_sendCalls',
    'account_signTransaction',
    'admin_addPeer',
    'engine_newPayloadV4',
    'miner_start',
    'clique_propose',
  ],
  ifNamed: [
    'debug_traceTransaction',
    'debug_setHead',
    'anvil_setBalance',
    'anvil_impersonateAccount',
    'hardhat_setCode',
    'evm_mine',
    'Evm_Mine',
  ],
}

test.each(Object.entries(rules).flatMap(([rule, methods]) => methods.map(method => [method, rule])))(
  '%s: %s',
  (method, rule) => {
    expect(ruleOf(method, false)).toBe(rule)
  },
)

test('development opens the development namespaces and nothing else', () => {
  for (const method of ['anvil_setBalance', 'hardhat_setCode', 'evm_mine']) expect(ruleOf(method, true)).toBe('anybody')
  for (const method of rules.nobody) expect(ruleOf(method, true)).toBe('nobody')
  expect(ruleOf('debug_traceTransaction', true)).toBe('ifNamed')
})

test('an address that is none is told from what the node must judge', () => {
  const address = 'aB'.repeat(20)
  for (const params of [[`0x${address}`], [address], [], [5], { address }, null]) {
    expect(hasBadAddress('eth_getBalance', params)).toBe(false)
  }
  for (const bad of ['', '0x', `0x${address}0`, 'vitalik.eth', `${address.slice(1)}g`]) {
    expect(hasBadAddress('eth_getBalance', [bad, 'latest'])).toBe(true)
  }
  expect(hasBadAddress('eth_call', ['0x'])).toBe(false)
})
