export { findAnvil } from './findAnvil.ts'
export { findHardhat } from './findHardhat.ts'
export { type Anvil, type StartAnvilOptions, startAnvil } from './startAnvil.ts'
export { type Hardhat, type StartHardhatOptions, startHardhat } from './startHardhat.ts'
