/** One signed POST to a webhook target. */
export interface WebhookRequest {
  readonly url: string
  /** The exact bytes to send. */
  readonly body: string
  /** The target's signing key; null: unsigned. The sender signs the very bytes it sends. */
  readonly signingKey: string | null
}

/**
 * Sends a webhook. Never throws: a failure of any kind (no connection, time-out, refused by a guard, not 2xx) is a value;
 * `reason` is safe to log. The sender bounds its own time.
 */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>
}
