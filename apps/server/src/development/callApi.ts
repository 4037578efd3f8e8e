/** Where the server is and how to get in. */
export interface Api {
  readonly baseUrl: string
  readonly apiKey: string
}

/** One request to the server, as any client would make it; the envelope's data. */
export async function callApi<T>({ baseUrl, apiKey }: Api, path: string, body?: object): Promise<T> {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const { data, error } = (await response.json()) as { data: T; error: string | null }
  if (!response.ok) throw new Error(`${path}: ${response.status} ${error}`)
  return data
}
