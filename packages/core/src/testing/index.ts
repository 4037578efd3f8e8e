export { createMemoryStore } from './memoryStore.ts'
