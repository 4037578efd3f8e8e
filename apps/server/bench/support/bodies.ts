const to = '0x00000000000000000000000000000000000be9c4'

/** 1 wei to somebody, with everything that would have to be asked for: gas and fees. */
export const pricedBody = {
  to,
  value: 1,
  gas_limit: 21_000,
  max_fee_per_gas: 20_000_000_000,
  max_priority_fee_per_gas: 1_000_000_000,
}

/** The fee is the server's to find out. */
export const gasGivenBody = { to, value: 1, gas_limit: 21_000, speed: 'fast' }

/** Gas and fee are the server's to find out. */
export const gasAskedBody = { to, value: 1, speed: 'fast' }
