export { findAnvil } from './findAnvil.ts'
export { type Anvil, type StartAnvilOptions, startAnvil } from './startAnvil.ts'
