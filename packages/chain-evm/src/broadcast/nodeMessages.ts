import type { BroadcastOutcome } from '@relayer/core'

/** What a message means for the attempt that was sent. */
export type MessageOutcome = Exclude<BroadcastOutcome['kind'], 'accepted'>

/** One meaning, and how clients put it. */
export interface MessageRule {
  readonly outcome: MessageOutcome
  readonly pattern: RegExp
  /** What a client is told; null: nothing worth telling. The node's own words may name hosts and keys. */
  readonly reason: string | null
}

/**
 * What nodes say to `eth_sendRawTransaction`. The first rule that matches decides, so the special ones come first. The
 * samples of every client that a rule stands for are in `nodeMessages.test.ts`. Codes are not looked at: -32000 means
 * everything, and -32005 is a rate limit at Infura and a block's gas limit at Besu.
 */
export const messageRules: readonly MessageRule[] = [
  {
    outcome: 'busy',
    reason: 'the node has no room for transactions now',
    pattern:
      /tx ?pool is full|pool.{0,12}(is full|overflow)|queue (is )?full|sub-pool is full|in-flight transaction limit|account limit exceeded|too many (transactions|pending)|sequencer.{0,20}(unavailable|busy)|server (is )?busy|initial sync|feetoolowtocompete/i,
  },
  {
    outcome: 'alreadyKnown',
    reason: null,
    pattern:
      /already ?known|already imported|already in the (system|pool|mempool)|existing tx with same hash|(^|[^n])known transaction|already exists in pool/i,
  },
  {
    outcome: 'occupied',
    reason: 'another transaction of this nonce is in the pool',
    pattern:
      /replacement (transaction|fee|gas)|replacementnotallowed|could not replace existing|another transaction with same nonce|replace pending|underpriced.*replac|conflicting ?type/i,
  },
  {
    outcome: 'sequenceTooLow',
    reason: 'nonce too low',
    pattern:
      /nonce (is )?too low|oldnonce|nonce.{0,40}already (been )?used|invalid nonce.{0,20}too low|txn? nonce.{0,30}lower/i,
  },
  {
    outcome: 'gap',
    reason: 'an earlier nonce is missing',
    pattern:
      /nonce (is )?too (high|distant|far)|noncegap|nonce gap|nonce is too distant|noncetoofarinfuture|exceeds next nonce|nonce out of range|tx-nonce-too-high|gapped.nonce|nonce.{0,30}(in the )?future/i,
  },
  {
    outcome: 'insufficientFunds',
    reason: 'insufficient funds',
    pattern:
      /insufficient ?(funds|balance)|enough funds|upfront cost exceeds|exceeds.{0,20}balance|balance (is )?too low/i,
  },
  {
    outcome: 'feeTooLow',
    reason: 'the fee is too low for the node',
    pattern:
      /underpriced|fee ?too ?low|below (current |the )?(base ?fee|configured minimum|minimum)|less than (the )?(block )?base ?fee|(gas ?price|tip|fee).{0,30}(too low|below|less than|under|minimum)|(tip|fee) needed/i,
  },
  {
    // Every attempt is signed for the configured chain: such a node is the wrong one, the transaction is not.
    outcome: 'unknown',
    reason: 'the endpoint serves another chain',
    pattern: /chain ?id|wrong chain|replay.protected/i,
  },
  {
    outcome: 'refused',
    reason: 'the gas limit is below the intrinsic gas',
    pattern: /intrinsic ?gas|floor data gas/i,
  },
  {
    outcome: 'refused',
    reason: 'the gas limit is above what a block takes',
    pattern:
      /(exceeds|greater than|above).{0,20}block.{0,6}gas ?limit|gaslimitexceeded|gas limit.{0,20}too (high|big|large)|gas limit exceeds|intrinsic.*too high/i,
  },
  {
    outcome: 'refused',
    reason: 'the fee is above what the node lets through',
    pattern:
      /exceeds the configured cap|fee ?cap exceeded|tip above fee ?cap|priority fee.{0,30}(higher|greater|exceeds|above)/i,
  },
  {
    outcome: 'refused',
    reason: 'the transaction is too large',
    pattern: /oversized|rlp too long|max(tx)?sizeexceeded|initcode|transaction (data )?too large/i,
  },
  {
    outcome: 'refused',
    reason: 'the node does not take this kind of transaction',
    pattern:
      /type not supported|notsupportedtxtype|unsupported transaction type|transaction type.{0,20}(invalid|unknown)/i,
  },
  {
    outcome: 'refused',
    reason: 'the sender is not allowed',
    pattern:
      /sender.{0,30}(not authori[sz]ed|disallowed|iscontract|not an eoa|blacklist|banned)|blacklisted|senderiscontract/i,
  },
  {
    outcome: 'refused',
    reason: 'the signature is invalid',
    pattern: /invalid (sender|signature)|failedtoresolvesender/i,
  },
  {
    outcome: 'refused',
    reason: 'the execution would revert',
    pattern: /execution reverted/i,
  },
]

/** The rule for a node's message, or null: an answer that nobody understands proves nothing. */
export function matchNodeMessage(message: string): MessageRule | null {
  return messageRules.find(({ pattern }) => pattern.test(message)) ?? null
}

/** What the message demands, in wei; null when it does not say. */
export function minimumIn(message: string): bigint | null {
  const match =
    /(?:minimum needed|tip needed|base ?fee:|at least|needs to be higher than) ?(\d+)(\.\d+)?(?: ?(gwei|eth))?/i.exec(
      message,
    )
  if (match?.[1] === undefined || match[2] !== undefined || match[3]?.toLowerCase() === 'eth') return null
  return BigInt(match[1]) * (match[3] === undefined ? 1n : 1_000_000_000n)
}
