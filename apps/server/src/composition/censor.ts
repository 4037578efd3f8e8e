const censored = '[REDACTED]'

/** The shortest text that is looked for in lines; a shorter one would be found everywhere. */
const shortest = 8

/**
 * Takes secrets out of a finished log line, wherever they stand: the given ones; whatever follows `Bearer`; API keys of this
 * service; and of a URL all but scheme and host, since user, path and query hold the keys of endpoints, webhooks and databases.
 */
export function createCensor(secrets: readonly string[]): (line: string) => string {
  const known = secrets
    .filter(secret => secret.length >= shortest)
    // as a line of JSON spells it; the longest first, for one may be a part of another
    .flatMap(secret => [...new Set([secret, JSON.stringify(secret).slice(1, -1)])])
    .sort((a, b) => b.length - a.length)
  return line => {
    let text = line
    for (const secret of known) text = text.includes(secret) ? text.replaceAll(secret, censored) : text
    return text
      .replace(/\bBearer +[^\s"\\]+/gi, `Bearer ${censored}`)
      .replace(/\brk_[\w-]{43}/g, censored)
      .replace(/\b((?:https?|wss?|postgres(?:ql)?):\/\/)(?:[^\s"\\@/]*@)?([^\s"\\/?#@]*)[^\s"\\]*/gi, censorUrl)
  }
}

function censorUrl(url: string, scheme: string, host: string): string {
  return url === `${scheme}${host}` ? url : `${scheme}${host}/***`
}
