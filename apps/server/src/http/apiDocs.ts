/** The description of the API, as text; each is made when it is first asked for. */
export interface ApiDocs {
  /** The OpenAPI document. */
  document(): string
  /** The same to read, and what its `Content-Security-Policy` must allow. */
  page(): { readonly html: string; readonly contentSecurityPolicy: string }
}
