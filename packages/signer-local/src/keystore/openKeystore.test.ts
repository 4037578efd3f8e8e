import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createKeystore, openKeystore, readKeystore } from '../index.ts'

const passphrase = 'testpassword'
const secret = '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'

// The two vectors of the Web3 Secret Storage definition.
const pbkdf2 = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
}
const scrypt = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 262144,
      r: 1,
      p: 8,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const open = (file: object, words = passphrase) => openKeystore({ json: JSON.stringify(file), passphrase: words })

describe('openKeystore', () => {
  it('opens the pbkdf2 vector', async () => {
    expect(hex(await open(pbkdf2))).toBe(secret)
  })

  it('opens the scrypt vector', async () => {
    expect(hex(await open(scrypt))).toBe(secret)
  })

  it('opens what createKeystore made, as text and as an object', async () => {
    const key = Buffer.from(secret, 'hex')
    const keystore = await createKeystore(key, 'näive pässphrase')
    expect(keystore.crypto.kdfparams).toMatchObject({ n: 8192, r: 8, p: 1, dklen: 32 })
    expect(JSON.stringify(keystore)).not.toContain(secret)
    expect(hex(await openKeystore({ json: keystore, passphrase: 'näive pässphrase' }))).toBe(secret)
    expect(hex(await open(keystore, 'näive pässphrase'))).toBe(secret)
  })

  it('never makes the same file twice', async () => {
    const key = Buffer.from(secret, 'hex')
    const [one, two] = await Promise.all([createKeystore(key, 'a'), createKeystore(key, 'a')])
    expect(one.crypto.ciphertext).not.toBe(two.crypto.ciphertext)
  })

  it('error: wrong passphrase', async () => {
    await expect(open(pbkdf2, 'other')).rejects.toMatchObject({
      code: 'SIGNER_FAILED',
      message: 'The keystore passphrase is wrong',
    })
  })

  it('error: changed ciphertext', async () => {
    const ciphertext = `00${pbkdf2.crypto.ciphertext.slice(2)}`
    await expect(open({ ...pbkdf2, crypto: { ...pbkdf2.crypto, ciphertext } })).rejects.toMatchObject({
      code: 'SIGNER_FAILED',
    })
  })

  it('error: parameters that would take all memory are refused before anything is derived', async () => {
    const kdfparams = { ...scrypt.crypto.kdfparams, n: 2 ** 30, r: 8 }
    await expect(open({ ...scrypt, crypto: { ...scrypt.crypto, kdfparams } })).rejects.toThrow('n and r need more than')
  })

  it.each([
    ['text that is not JSON', 'no json', 'it is not JSON'],
    ['a list', '[]', 'file must be an object'],
    ['another version', JSON.stringify({ ...pbkdf2, version: 1 }), 'only version 3'],
    ['no crypto', JSON.stringify({ version: 3 }), 'crypto must be an object'],
    ['another cipher', JSON.stringify({ version: 3, crypto: { ...pbkdf2.crypto, cipher: 'aes-256-gcm' } }), 'cipher'],
    ['another kdf', JSON.stringify({ version: 3, crypto: { ...pbkdf2.crypto, kdf: 'argon2' } }), 'kdf must be'],
    ['a short mac', JSON.stringify({ version: 3, crypto: { ...pbkdf2.crypto, mac: '00' } }), 'mac must be 32 bytes'],
  ])('error: %s', async (_, json, reason) => {
    await expect(openKeystore({ json, passphrase })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(reason),
    })
  })

  it('error: empty passphrase', async () => {
    await expect(open(pbkdf2, '')).rejects.toThrow('must not be empty')
    await expect(createKeystore(Buffer.from(secret, 'hex'), '')).rejects.toThrow('must not be empty')
  })

  it('error: no key in it but zeros', async () => {
    await expect(createKeystore(new Uint8Array(32), 'a')).rejects.toThrow('all zero')
  })
})

describe('readKeystore', () => {
  it('reads a plain file and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keystore-'))
    try {
      const path = join(folder, 'key.json')
      await writeFile(path, JSON.stringify(await createKeystore(Buffer.from(secret, 'hex'), passphrase)))
      expect(hex(await readKeystore(path, passphrase))).toBe(secret)
      await expect(readKeystore(folder, passphrase)).rejects.toThrow('must name a plain file')
      await expect(readKeystore(join(folder, 'none.json'), passphrase)).rejects.toThrow('must name a plain file')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
