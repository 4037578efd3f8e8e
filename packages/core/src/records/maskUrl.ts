const mask = '***'

/** Scheme, user, host, rest. A backslash ends the host like a slash. */
const pattern = /^([^:/?#\\]*:\/\/)([^/?#\\]*@)?([^/?#\\]*)(.*)$/s

/** An RPC URL without what may hold its key: user, password, path and query become `***`. */
export function maskUrl(url: string): string {
  const [, scheme = '', user = '', host = '', rest = ''] = pattern.exec(url) ?? []
  if (scheme === '') return mask
  const base = `${scheme}${user && `${mask}@`}${host}`
  if (rest === '' || rest === '/') return `${base}${rest}`
  return rest.startsWith('?') || rest.startsWith('#') ? `${base}?${mask}` : `${base}/${mask}`
}

/** Whether a URL went through {@link maskUrl} and lost something there. */
export function isMaskedUrl(url: string): boolean {
  return url.includes(mask)
}
