import { describe, expect, it } from 'vitest'
import { type MessageOutcome, matchNodeMessage, messageRules, minimumIn } from './nodeMessages.ts'
import { readOutcome } from './readOutcome.ts'

type Row = readonly [client: string, code: number, message: string, outcome: MessageOutcome]

// Wordings of the clients' own sources and of the nodes that run here (anvil, EDR).
const rows: readonly Row[] = [
  ['anvil', -32003, 'nonce too low', 'sequenceTooLow'],
  ['anvil', -32003, 'transaction already imported', 'alreadyKnown'],
  ['anvil', -32003, 'replacement transaction underpriced', 'occupied'],
  ['anvil', -32003, 'max fee per gas less than block base fee', 'feeTooLow'],
  ['anvil', -32003, 'Insufficient funds for gas * price + value', 'insufficientFunds'],
  ['anvil', -32003, 'invalid chain id for signer', 'unknown'],
  ['anvil', -32000, 'intrinsic gas too low', 'refused'],
  ['anvil', -32003, 'intrinsic gas too high -- CallGasCostMoreThanGasLimit', 'refused'],
  ['geth', -32000, 'nonce too low', 'sequenceTooLow'],
  ['geth', -32000, 'nonce too low: next nonce 5, tx nonce 3', 'sequenceTooLow'],
  ['geth', -32000, 'nonce too high: address 0xabc, tx: 9 state: 3', 'gap'],
  ['geth', -32000, 'already known', 'alreadyKnown'],
  ['geth', -32000, 'replacement transaction underpriced', 'occupied'],
  [
    'geth',
    -32000,
    'replacement transaction underpriced: new tx gas fee cap 1 <= 2 queued + 100% replacement penalty',
    'occupied',
  ],
  ['geth', -32000, 'future transaction tries to replace pending', 'occupied'],
  ['geth', -32000, 'transaction underpriced', 'feeTooLow'],
  ['geth', -32000, 'transaction underpriced: gas tip cap 1, minimum needed 1000000', 'feeTooLow'],
  ['geth', -32000, 'transaction gas price below minimum: gas tip cap 1, minimum needed 1000000', 'feeTooLow'],
  [
    'geth',
    -32000,
    'max fee per gas less than block base fee: address 0xabc, maxFeePerGas: 1, baseFee: 100000000',
    'feeTooLow',
  ],
  [
    'geth',
    -32000,
    'insufficient funds for gas * price + value: balance 0, tx cost 21000, overshot 21000',
    'insufficientFunds',
  ],
  ['geth', -32000, 'insufficient funds for transfer', 'insufficientFunds'],
  ['geth', -32000, 'intrinsic gas too low: gas 20000, minimum needed 21000', 'refused'],
  ['geth', -32000, 'insufficient gas for floor data gas cost: gas 21000, minimum needed 25000', 'refused'],
  ['geth', -32000, 'exceeds block gas limit', 'refused'],
  ['geth', -32000, 'transaction gas limit too high (cap: 16777216, tx: 30000000)', 'refused'],
  ['geth', -32000, 'tx fee (1.50 ether) exceeds the configured cap (1.00 ether)', 'refused'],
  ['geth', -32000, 'max priority fee per gas higher than max fee per gas: address 0xabc', 'refused'],
  ['geth', -32000, 'txpool is full', 'busy'],
  ['geth', -32000, 'account limit exceeded: pooled 16', 'busy'],
  ['geth', -32000, 'in-flight transaction limit reached for delegated accounts', 'busy'],
  ['geth', -32000, 'gapped-nonce tx from delegated accounts', 'gap'],
  ['geth', -32000, 'invalid chain id for signer: have 1 want 5', 'unknown'],
  ['geth', -32000, 'only replay-protected (EIP-155) transactions allowed over RPC', 'unknown'],
  ['geth', -32000, 'oversized data: transaction size 200000, limit 131072', 'refused'],
  ['geth', -32000, 'max initcode size exceeded: code size 60000, limit 49152', 'refused'],
  ['geth', -32000, 'transaction type not supported', 'refused'],
  ['geth', -32000, 'invalid sender', 'refused'],
  ['geth', -32000, 'sender not an eoa: address 0xabc', 'refused'],
  ['nethermind', -32010, 'AlreadyKnown', 'alreadyKnown'],
  ['nethermind', -32010, 'OldNonce, Current nonce: 5, nonce of rejected tx: 3.', 'sequenceTooLow'],
  ['nethermind', -32010, 'NonceGap, Future nonce. Expected nonce: 5', 'gap'],
  ['nethermind', -32010, 'NonceTooFarInFuture', 'gap'],
  ['nethermind', -32010, 'ReplacementNotAllowed', 'occupied'],
  ['nethermind', -32010, 'FeeTooLow, EffectivePriorityFeePerGas too low 1 < 2, BaseFee: 7', 'feeTooLow'],
  ['nethermind', -32010, 'FeeTooLowToCompete', 'busy'],
  ['nethermind', -32010, 'InsufficientFunds, Account balance: 0, cumulative cost: 21000', 'insufficientFunds'],
  ['nethermind', -32010, 'GasLimitExceeded, Gas limit: 30000000, gas limit of rejected tx: 40000000', 'refused'],
  ['nethermind', -32010, 'Invalid, InvalidTxSignature: Signature is invalid. IntrinsicGasTooLow', 'refused'],
  ['nethermind', -32010, 'PendingTxsOfConflictingType', 'occupied'],
  ['nethermind', -32010, 'SenderIsContract', 'refused'],
  ['nethermind', -32010, 'MaxTxSizeExceeded, 200000 > 131072', 'refused'],
  ['erigon', -32000, 'nonce too low', 'sequenceTooLow'],
  ['erigon', -32000, 'existing tx with same hash', 'alreadyKnown'],
  ['erigon', -32000, 'could not replace existing tx', 'occupied'],
  ['erigon', -32000, 'underpriced', 'feeTooLow'],
  ['erigon', -32000, 'fee too low', 'feeTooLow'],
  ['erigon', -32000, 'insufficient funds', 'insufficientFunds'],
  ['erigon', -32000, 'pending sub-pool is full', 'busy'],
  ['erigon', -32000, 'nonce too distant', 'gap'],
  ['erigon', -32000, 'rlp too long', 'refused'],
  ['erigon', -32000, 'tip above fee cap', 'refused'],
  ['besu', -32001, 'Nonce too low', 'sequenceTooLow'],
  ['besu', -32006, 'Nonce too high', 'gap'],
  ['besu', -32000, 'Transaction nonce is too distant from current sender nonce', 'gap'],
  ['besu', -32000, 'Known transaction', 'alreadyKnown'],
  ['besu', -32000, 'Replacement transaction underpriced', 'occupied'],
  ['besu', -32009, 'Gas price below configured minimum gas price', 'feeTooLow'],
  ['besu', -32009, 'Gas price below current base fee', 'feeTooLow'],
  ['besu', -32004, 'Upfront cost exceeds account balance', 'insufficientFunds'],
  ['besu', -32005, 'Transaction gas limit exceeds block gas limit', 'refused'],
  ['besu', -32003, 'Intrinsic gas exceeds gas limit', 'refused'],
  ['besu', -32000, 'Transaction fee cap exceeded', 'refused'],
  ['besu', -32000, 'Wrong chainId', 'unknown'],
  ['besu', -32007, 'Sender account not authorized to send transactions', 'refused'],
  ['besu', -32002, 'Invalid signature', 'refused'],
  ['besu', -32008, 'Initial sync is still in progress', 'busy'],
  ['reth', -32000, 'already known', 'alreadyKnown'],
  ['reth', -32000, 'nonce too low: next nonce 5, tx nonce 3', 'sequenceTooLow'],
  ['reth', -32000, 'replacement transaction underpriced', 'occupied'],
  ['reth', -32000, 'transaction underpriced', 'feeTooLow'],
  ['reth', -32003, 'insufficient funds for gas * price + value: have 0 want 21000', 'insufficientFunds'],
  ['reth', -32000, 'txpool is full', 'busy'],
  ['reth', -32000, 'exceeds block gas limit', 'refused'],
  ['reth', -32000, 'max fee per gas less than block base fee', 'feeTooLow'],
  ['reth', -32000, 'invalid chain ID', 'unknown'],
  ['edr', -32000, 'Known transaction: 0xabc', 'alreadyKnown'],
  ['edr', -32000, 'Transaction nonce too low. Expected nonce to be at least 1 but got 0.', 'sequenceTooLow'],
  ['edr', -32000, "Sender doesn't have enough funds to send tx. The max upfront cost is: 1", 'insufficientFunds'],
  [
    'edr',
    -32000,
    'Replacement transaction underpriced. A gasPrice/maxFeePerGas of at least 1100000000 is necessary to replace',
    // it names a price, so that is what is met
    'feeTooLow',
  ],
  ['zksync', -32000, 'nonce too high. allowed nonce range: 1 - 51, actual: 80', 'gap'],
  ['zksync', -32000, 'known transaction. transaction with hash 0xabc is already in the system', 'alreadyKnown'],
  ['parity', -32010, 'Transaction with the same hash was already imported.', 'alreadyKnown'],
  [
    'parity',
    -32010,
    'Transaction gas price is too low. There is another transaction with same nonce in the queue.',
    'occupied',
  ],
  ['parity', -32010, 'Transaction gas price supplied is too low.', 'feeTooLow'],
  ['nitro', -32000, 'nonce too high: address 0xabc, tx: 5 state: 4', 'gap'],
  ['zksync', -32000, 'execution reverted: not now', 'refused'],
  ['any', -32000, 'unknown transaction', 'unknown'],
  ['any', -32603, 'Internal error', 'unknown'],
  ['any', -32000, 'header not found', 'unknown'],
  ['any', -32601, 'the method eth_sendRawTransaction does not exist/is not available', 'unknown'],
  ['any', -32000, '', 'unknown'],
]

describe('nodeMessages', () => {
  it.each(rows)('%s %i: %s → %s', (_, code, message, outcome) => {
    const read = readOutcome({ kind: 'error', code, message, data: undefined }, '0x1', 'rpc1')
    expect(read.kind).toBe(outcome)
    expect(read.endpoint).toBe('rpc1')
  })

  it('has a row for every rule', () => {
    const used = new Set(rows.map(([, , message]) => matchNodeMessage(message)))
    for (const rule of messageRules) expect(used).toContain(rule)
  })

  it('never passes on the words of a node', () => {
    const message = 'nonce too low at https://rpc.example.org/v3/secret-key'
    const read = readOutcome({ kind: 'error', code: 1, message, data: 'secret-key' }, '0x1', 'rpc1')
    expect(JSON.stringify(read)).not.toContain('secret')
  })

  it.each([
    ['transaction underpriced: gas tip cap 1, minimum needed 1000000', 1_000_000n],
    ['max fee per gas less than block base fee: address 0xabc, maxFeePerGas: 1, baseFee: 100000000', 100_000_000n],
    ['A gasPrice/maxFeePerGas of at least 1100000000 is necessary', 1_100_000_000n],
    ['fee too low: at least 5 gwei', 5_000_000_000n],
    ['fee too low: at least 0.5 gwei', null],
    ['transaction underpriced', null],
  ])('reads the minimum of "%s"', (message, minimum) => {
    expect(minimumIn(message)).toBe(minimum)
  })

  it('takes a hash that is not the attempt’s for no acknowledgement', () => {
    expect(readOutcome({ kind: 'result', value: '0xAB' }, '0xab', 'rpc1').kind).toBe('accepted')
    expect(readOutcome({ kind: 'result', value: '0xcd' }, '0xab', 'rpc1').kind).toBe('unknown')
    expect(readOutcome({ kind: 'result', value: null }, '0xab', 'rpc1').kind).toBe('unknown')
  })
})
