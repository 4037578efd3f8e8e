import createKnex from 'knex'
import { afterAll, describe, expect, it } from 'vitest'
import { createKnexStore } from '../createKnexStore.ts'
import { openStore } from '../openStore.ts'
import { signerOf } from '../testing/fixtures/records.ts'
import { temporaryFolder } from '../testing/fixtures/temporaryFolder.ts'
import { decryptSecret } from './decryptSecret.ts'
import { encryptSecret } from './encryptSecret.ts'
import { rotateSecrets } from './rotateSecrets.ts'

const folder = await temporaryFolder(afterAll)
const key = (id: string, fill: number) => ({ id, key: new Uint8Array(32).fill(fill) })
const old = { keys: [key('old', 1)], current: 'old' }
const both = { keys: [key('old', 1), key('new', 2)], current: 'new' }
const fresh = { keys: [key('new', 2)], current: 'new' }
const place = { table: 'signers', column: 'secret', id: 'a' }

describe('encryptSecret', () => {
  it('decrypts in its own place only', () => {
    const stored = encryptSecret(old, place, 'hush')
    expect(stored).toMatch(/^v1\.old\./)
    expect(stored).not.toContain('hush')
    expect(decryptSecret(old, place, stored)).toBe('hush')
    for (const other of [{ id: 'b' }, { table: 'notifications' }, { column: 'data' }]) {
      expect(() => decryptSecret(old, { ...place, ...other }, stored)).toThrow(/does not decrypt/)
    }
  })

  it('the same secret never looks the same', () => {
    expect(encryptSecret(old, place, 'hush')).not.toBe(encryptSecret(old, place, 'hush'))
  })

  it('whatever is changed, it is an error and never plaintext', () => {
    const stored = encryptSecret(both, place, 'hush')
    const [version, , nonce, sealed = ''] = stored.split('.')
    const changed = [
      'hush',
      '',
      '{"key":"plaintext"}',
      [version, 'old', nonce, sealed].join('.'),
      [version, 'unknown', nonce, sealed].join('.'),
      [version, 'new', nonce, `${sealed.slice(0, -2)}AA`].join('.'),
      [version, 'new', nonce, sealed.slice(0, 8)].join('.'),
      [version, 'new', nonce, ''].join('.'),
      [version, 'new', '', sealed].join('.'),
    ]
    for (const text of changed) {
      expect(() => decryptSecret(both, place, text)).toThrowError(expect.objectContaining({ code: 'STORE_FAILED' }))
    }
  })
})

describe('secrets in the store', () => {
  it('are not in the file, and a ciphertext moved to another row is an error', async () => {
    const knex = createKnex({ client: 'sqlite3', connection: { filename: `${folder}/a.db` }, useNullAsDefault: true })
    const readKnex = createKnex({
      client: 'sqlite3',
      connection: { filename: `${folder}/a.db` },
      useNullAsDefault: true,
    })
    const store = await createKnexStore({ knex, readKnex, encryption: old })
    await store.signers.insert(signerOf('a', 'hush-a'))
    await store.signers.insert(signerOf('b', 'hush-b'))
    const attack = createKnex({ client: 'sqlite3', connection: { filename: `${folder}/a.db` }, useNullAsDefault: true })
    expect(JSON.stringify(await attack('signers'))).not.toContain('hush')
    await attack('signers')
      .where({ id: 'b' })
      .update({ secret: attack('signers').select('secret').where({ id: 'a' }) })
    await expect(store.signers.get('b')).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/moved/),
    })
    await attack('signers').where({ id: 'b' }).update({ secret: 'hush-plain' })
    await expect(store.signers.all()).rejects.toThrow(/not in the encrypted form/)
    expect((await store.signers.get('a'))?.secret).toBe('hush-a')
    await store.close()
    await Promise.all([knex, readKnex, attack].map(each => each.destroy()))
  })

  it('rotation: both keys read, rotateSecrets writes with the current one, then the old one may go', async () => {
    const url = `sqlite:${folder}/rotate.db`
    const before = await openStore(url, { encryption: old })
    await before.signers.insert(signerOf('a', 'hush'))
    await before.signers.insert(signerOf('none', null))
    const notification = { id: 'n', createdAt: 1, version: 1, type: 'webhook', url: 'https://x.example' } as const
    await before.notifications.insert({ ...notification, signingKey: 'sign' })
    await before.close()
    const without = await openStore(url, { encryption: fresh })
    await expect(without.signers.get('a')).rejects.toThrow(/needs the encryption key old/)
    await without.close()
    const during = await openStore(url, { encryption: both })
    expect((await during.signers.get('a'))?.secret).toBe('hush')
    expect(await rotateSecrets(during)).toBe(2)
    await during.close()
    const after = await openStore(url, { encryption: fresh })
    expect(await after.signers.get('a')).toEqual({ ...signerOf('a', 'hush'), version: 2 })
    expect((await after.notifications.get('n'))?.signingKey).toBe('sign')
    await after.close()
  })

  it('keys that cannot work are refused at the start', async () => {
    const open = (encryption: typeof old) => openStore(`sqlite:${folder}/refused.db`, { encryption })
    await expect(open({ keys: [{ id: 'k', key: new Uint8Array(16) }], current: 'k' })).rejects.toThrow(/32 bytes/)
    await expect(open({ keys: [key('k', 1)], current: 'j' })).rejects.toThrow(/not among the keys/)
    await expect(open({ keys: [key('k', 1), key('k', 2)], current: 'k' })).rejects.toThrow(/same id/)
    await expect(open({ keys: [key('k.1', 1)], current: 'k.1' })).rejects.toThrow(/letters/)
  })
})
