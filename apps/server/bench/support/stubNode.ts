import { keccak256, numberToHex } from 'viem'

/** A node that costs nothing: in this process, instantly, and it takes everything. Blocks come by `mine` alone. */
export interface StubNode {
  fetch(url: string, init: { readonly body: string }): Promise<Response>
  mine(): void
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** A chain of which one account, the only one, has used the first `nonce` sequences. */
export function createStubNode(nonce: number): StubNode {
  let height = 1_000
  let mined = nonce
  let pool: string[] = []
  const receipts = new Map<string, object>()
  const blocks = new Map<number, readonly object[]>()
  const hashOf = (number: number) => numberToHex(number + 1, { size: 32 })
  const blockOf = (number: number) => ({
    number: numberToHex(number),
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: numberToHex(Math.floor(Date.now() / 1000)),
    baseFeePerGas: '0x1',
    gasLimit: '0x23c34600',
  })
  const numberOf = (tag: unknown): number => {
    if (tag === 'latest' || tag === 'pending') return height
    // nothing here is ever final: what a tick costs must not depend on how many came before
    if (tag === 'finalized' || tag === 'safe') return 0
    return Number(tag)
  }
  const methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => '0x7a69',
    eth_blockNumber: () => numberToHex(height),
    eth_getBlockByNumber: ([tag]) => (numberOf(tag) > height ? null : blockOf(numberOf(tag))),
    eth_getBlockByHash: ([hash]) => blockOf(Number(BigInt(String(hash))) - 1),
    eth_getTransactionCount: () => numberToHex(mined),
    eth_getBalance: () => numberToHex(10n ** 30n),
    eth_sendRawTransaction([raw]) {
      const hash = keccak256(raw as `0x${string}`)
      pool.push(hash)
      return hash
    },
    eth_getTransactionReceipt: ([hash]) => receipts.get(String(hash)) ?? null,
    eth_getBlockReceipts: ([tag]) => blocks.get(numberOf(tag)) ?? [],
  }
  const answer = ({ id, method, params }: Call) => {
    const run = methods[method]
    if (run === undefined) return { jsonrpc: '2.0', id, error: { code: -32601, message: `no method ${method}` } }
    return { jsonrpc: '2.0', id, result: run(params) }
  }
  return {
    async fetch(_url, { body }) {
      const asked = JSON.parse(body) as Call | readonly Call[]
      return Response.json(Array.isArray(asked) ? asked.map(answer) : answer(asked as Call))
    },
    mine() {
      height++
      const included = pool.map(hash => ({
        transactionHash: hash,
        blockNumber: numberToHex(height),
        blockHash: hashOf(height),
        status: '0x1',
        gasUsed: '0x5208',
        effectiveGasPrice: '0x1',
      }))
      for (const receipt of included) receipts.set(receipt.transactionHash, receipt)
      blocks.set(height, included)
      mined += included.length
      pool = []
    },
  }
}
