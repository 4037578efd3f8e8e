import * as z from 'zod'

/** The top level of config.json; the items of each list have schemas of their own. */
export const configFile = z.looseObject({
  relayers: z.array(z.unknown()),
  signers: z.array(z.unknown()),
  notifications: z.array(z.unknown()),
  networks: z.unknown().optional(),
  plugins: z.array(z.unknown()).nullish(),
})
