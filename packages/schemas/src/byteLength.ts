declare const TextEncoder: { new (): { encode(text: string): { readonly length: number } } }

/** Length of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
