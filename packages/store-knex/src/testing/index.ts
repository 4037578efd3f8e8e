export { type StartPostgresOptions, startPostgres, type TestPostgres } from './startPostgres.ts'
