/** Web3 Secret Storage, version 3, as written by geth, ethers, `cast wallet` and {@link createKeystore}. */
export interface Keystore {
  readonly version: 3
  readonly id: string
  readonly crypto: {
    readonly cipher: 'aes-128-ctr'
    readonly cipherparams: { readonly iv: string }
    readonly ciphertext: string
    readonly kdf: 'scrypt' | 'pbkdf2'
    readonly kdfparams: Readonly<Record<string, string | number>>
    readonly mac: string
  }
}
