import type { Api } from './callApi.ts'

/** A line to paste into a shell. Nothing in it needs more quoting: hex, an id and a loopback URL. */
export function curlLine({ baseUrl, apiKey }: Api, relayerId: string, body: object): string {
  return [
    `curl -s -X POST ${baseUrl}/api/v1/relayers/${relayerId}/transactions`,
    `-H 'Authorization: Bearer ${apiKey}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' ')
}
