import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manualClock.ts'
import { createMemoryStore } from '../testing/memoryStore.ts'
import { createTestEngine } from '../testing/createTestEngine.ts'

test('the file counts also when another process writes the record at that moment', async () => {
  const memory = createMemoryStore({ now: createManualClock().now })
  let rivals = 0
  const relayers = {
    ...memory.relayers,
    async update(...[record, expectedVersion, event]: Parameters<typeof memory.relayers.update>) {
      const known = rivals-- > 0 ? await memory.relayers.get(record.id) : null
      // as a look at its health does
      if (known !== null) await memory.relayers.update({ ...known, systemDisabled: true }, known.version)
      return memory.relayers.update(record, expectedVersion, event)
    },
  }
  const { engine } = await createTestEngine('evm', { store: { ...memory, relayers } })
  const relayer = await memory.relayers.get('main')
  if (relayer === null) throw new Error('no relayer')
  const { id, name, network, networkType, signerId, notificationId, policies, customRpcUrls } = relayer
  const input = { id, name, network, networkType, signerId, notificationId, policies, customRpcUrls }
  rivals = 2
  const applied = await engine.applyConfiguration({
    networks: [],
    signers: [],
    notifications: [],
    relayers: [{ ...input, paused: true }],
  })
  expect(applied).toMatchObject({ ok: true, value: { updated: ['relayer/main'] } })
  expect(await memory.relayers.get('main')).toMatchObject({ paused: true, systemDisabled: true })
})
