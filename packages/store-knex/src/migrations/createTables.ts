import type { Dialect } from '../dialect.ts'
import type { ColumnType } from '../dialect.ts'

/**
 * Step 1: everything. Frozen, so it does not read the column lists that the code uses today. Which index serves which
 * method stands in the README.
 */
export function createTables({ types, serialKey, withoutRowId, indexNullsLast, position }: Dialect): readonly string[] {
  const column = (type: ColumnType) => (name: string) => `${name} ${types[type]}`
  const some = (type: ColumnType, ...names: string[]) => names.map(name => `${column(type)(name)} NOT NULL`).join(', ')
  const maybe = (type: ColumnType, ...names: string[]) => names.map(column(type)).join(', ')
  const stamped = position === 'position'
  return [
    `CREATE TABLE relayers (row_id ${serialKey}, ${some('text', 'id', 'lane', 'data')},
      ${some('int', 'created_at', 'version')}, ${maybe('int', 'deleted_at')})`,
    'CREATE UNIQUE INDEX relayers_live_id ON relayers (id) WHERE deleted_at IS NULL',
    'CREATE INDEX relayers_by_id ON relayers (id)',
    'CREATE INDEX relayers_by_lane ON relayers (lane, id, row_id)',
    'CREATE UNIQUE INDEX relayers_live_lane ON relayers (lane) WHERE deleted_at IS NULL',
    ...['signers', 'notifications', 'networks'].map(
      table => `CREATE TABLE ${table} (${some('text', 'id', 'data')}, ${some('int', 'created_at', 'version')},
        ${maybe('text', 'secret')}, PRIMARY KEY (id))`,
    ),
    `CREATE TABLE api_keys (${some('text', 'id', 'hash', 'data')}, ${some('int', 'created_at', 'version')},
      ${maybe('text', 'previous_hash')}, ${maybe('int', 'last_used_at')}, PRIMARY KEY (id))`,
    'CREATE UNIQUE INDEX api_keys_by_hash ON api_keys (hash)',
    'CREATE INDEX api_keys_by_previous_hash ON api_keys (previous_hash) WHERE previous_hash IS NOT NULL',

    `CREATE TABLE transactions (${some('text', 'id', 'relayer_id', 'network_type', 'status', 'revisions')},
      ${some('int', 'created_at', 'valid_until', 'version')},
      ${maybe('text', 'status_reason', 'slot_account', 'slot_sequence', 'shown', 'void')},
      ${maybe('int', 'sent_at', 'confirmed_at', 'executed_revision', 'due_at')}, PRIMARY KEY (id))`,
    'CREATE INDEX transactions_by_age ON transactions (relayer_id, created_at, id)',
    'CREATE INDEX transactions_by_status ON transactions (relayer_id, status, created_at, id)',
    'CREATE INDEX transactions_voided ON transactions (relayer_id, status) WHERE void IS NOT NULL',
    `CREATE INDEX transactions_by_confirmation ON transactions
      (relayer_id, confirmed_at DESC ${indexNullsLast}, id DESC ${indexNullsLast}) WHERE status = 'confirmed'`,
    'CREATE INDEX transactions_due ON transactions (relayer_id, due_at, created_at, id) WHERE due_at IS NOT NULL',
    `CREATE INDEX transactions_due_bound ON transactions (relayer_id, due_at, created_at, id)
      WHERE due_at IS NOT NULL AND slot_sequence IS NOT NULL`,
    `CREATE TABLE counters (${some('text', 'relayer_id', 'status')}, ${some('int', 'n')},
      PRIMARY KEY (relayer_id, status)) ${withoutRowId}`,
    `CREATE TABLE idempotency (${some('text', 'key', 'fingerprint', 'answer')},
      ${some('int', 'claimed_at', 'expires_at')}, PRIMARY KEY (key))`,
    'CREATE INDEX idempotency_by_expiry ON idempotency (expires_at)',

    `CREATE TABLE lanes (${some('text', 'lane')}, ${maybe('text', 'holder')}, ${some('int', 'token', 'expires_at')},
      PRIMARY KEY (lane)) ${withoutRowId}`,
    `CREATE TABLE slots (${some('text', 'lane', 'account', 'sequence', 'state')}, ${some('int', 'created_at')},
      ${maybe('text', 'transaction_id', 'consumed_by')}, PRIMARY KEY (lane, account, sequence)) ${withoutRowId}`,
    "CREATE INDEX slots_live ON slots (lane, state, account, sequence) WHERE state <> 'final'",
    `CREATE TABLE attempts (
      ${some('text', 'id', 'lane', 'account', 'sequence', 'other_ids', 'raw', 'details', 'max_cost', 'broadcast')},
      ${some('int', 'number', 'created_at', 'broadcast_count')},
      ${maybe('text', 'transaction_id', 'bound', 'broadcast_reason', 'endpoint', 'landing')},
      ${maybe('int', 'revision', 'broadcast_at', 'acknowledged_at')},
      PRIMARY KEY (id), UNIQUE (lane, account, sequence, number),
      FOREIGN KEY (lane, account, sequence) REFERENCES slots (lane, account, sequence))`,
    'CREATE INDEX attempts_by_transaction ON attempts (transaction_id) WHERE transaction_id IS NOT NULL',

    `CREATE TABLE events (seq ${serialKey}, ${some('text', 'id', 'kind', 'relayer_id', 'payload', 'order_key', 'delivery')},
      ${some('int', 'created_at', 'attempts', 'due_at')}, ${maybe('text', 'transaction_id', 'notification_id')},
      ${maybe('int', 'settled_at', ...(stamped ? ['position'] : []))})`,
    'CREATE INDEX events_by_transaction ON events (transaction_id) WHERE transaction_id IS NOT NULL',
    "CREATE UNIQUE INDEX events_pending ON events (id) WHERE delivery = 'pending'",
    `CREATE INDEX events_queue ON events (notification_id, ${position}) WHERE delivery = 'pending'`,
    `CREATE INDEX events_heads ON events (notification_id, order_key, ${position}) WHERE delivery = 'pending'`,
    ...(stamped
      ? [
          'CREATE UNIQUE INDEX events_position ON events (position) WHERE position IS NOT NULL',
          'CREATE INDEX events_unstamped ON events (seq) WHERE position IS NULL',
          `CREATE TABLE stamps (${some('int', 'last')})`,
          'INSERT INTO stamps (last) VALUES (0)',
        ]
      : []),
  ]
}
