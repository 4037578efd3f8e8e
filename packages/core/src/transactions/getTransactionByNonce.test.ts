import { expect, test } from 'vitest'
import { createTestEngine } from '../testing/createTestEngine.ts'

test.each(['solana', 'stellar'] as const)(
  'a relayer on %s has no nonces: not supported, whatever the nonce',
  async family => {
    const { engine } = await createTestEngine(family)
    const found = await engine.getTransactionByNonce({ relayerId: 'main', nonce: 0n })
    expect(found).toMatchObject({
      ok: false,
      error: { code: 'UNSUPPORTED', message: 'Nonce lookup only supported for EVM networks' },
    })
  },
)
