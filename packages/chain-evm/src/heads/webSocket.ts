/** The part of a WebSocket that is used. */
export interface WebSocketLike {
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  send(text: string): void
  close(): void
}

/** Opens a socket; may throw. */
export type OpenWebSocket = (url: string, headers: Readonly<Record<string, string>>) => WebSocketLike

/** Node's own; it takes headers, which the standard does not have. */
export const openGlobalWebSocket: OpenWebSocket = (url, headers) =>
  new WebSocket(url, { headers: { ...headers } } as never) as WebSocketLike
