/** An RPC URL without what may hold its key: path and query become `***`. */
export function maskUrl(url: string): string {
  const [, base = '', rest = ''] = /^([^:/?#]*:\/\/[^/?#]*)(.*)$/s.exec(url) ?? []
  if (base === '') return '***'
  if (rest === '' || rest === '/') return url
  return rest.startsWith('?') || rest.startsWith('#') ? `${base}?***` : `${base}/***`
}
