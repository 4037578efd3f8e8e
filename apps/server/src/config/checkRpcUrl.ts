import { BlockList, isIP } from 'node:net'

/** Which RPC hosts may be called; see `contract/ops.md` 5.7. */
export interface RpcUrlRules {
  readonly rpcAllowedHosts: readonly string[]
  readonly rpcBlockPrivateIps: boolean
  /** Whether `ws:` and `wss:` are allowed too. */
  readonly webSockets?: boolean
}

const loopback = blockList(['127.0.0.0', 8, 'ipv4'], ['::1', 128, 'ipv6'])
const privateNetworks = blockList(
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
)
const linkLocal = blockList(['169.254.0.0', 16, 'ipv4'], ['fe80::', 10, 'ipv6'])
const unspecified = blockList(['0.0.0.0', 32, 'ipv4'], ['::', 128, 'ipv6'])
const metadata = blockList(['169.254.169.254', 32, 'ipv4'], ['fd00:ec2::254', 128, 'ipv6'])

/** Why an RPC URL is refused, in the words of the contract; null: it may be used. No name is resolved. */
export function checkRpcUrl(text: string, rules: RpcUrlRules): string | null {
  if (!URL.canParse(text)) return 'Invalid RPC URL: [invalid URL]'
  const url = new URL(text)
  const reason = refuseUrl(url, rules)
  return reason === null ? null : `Invalid RPC URL: ${url.protocol}//${url.host}/[path redacted]: ${reason}`
}

/** Why this server does not call a URL that a client gave it, for other purposes than RPC; null: it may. */
export function refuseHost(text: string, rules: RpcUrlRules): string | null {
  return URL.canParse(text) ? refuseUrl(new URL(text), rules) : 'not a URL'
}

function refuseUrl(url: URL, rules: RpcUrlRules): string | null {
  const announces = rules.webSockets === true && (url.protocol === 'ws:' || url.protocol === 'wss:')
  if (url.protocol !== 'http:' && url.protocol !== 'https:' && !announces) {
    return `Invalid URL scheme '${url.protocol.slice(0, -1)}': only http and https are allowed`
  }
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
  if (host === '') return 'URL must contain a host'
  const allowed = rules.rpcAllowedHosts
  if (allowed.length > 0 && !allowed.some(name => name.toLowerCase() === host)) {
    return `Host '${host}' is not in the allowed hosts list`
  }
  if (host === 'metadata.google.internal') return 'Cloud metadata hostnames (metadata.google.internal) are not allowed'
  const address = isIP(host) === 0 ? null : host
  if (address === null) return rules.rpcBlockPrivateIps ? refuseLocalName(host) : null
  if (matches(unspecified, address)) return 'Unspecified IP addresses (0.0.0.0, ::) are not allowed'
  if (matches(metadata, address)) return 'Cloud metadata endpoints (169.254.169.254, fd00:ec2::254) are not allowed'
  return rules.rpcBlockPrivateIps ? refusePrivateAddress(address) : null
}

function refuseLocalName(host: string): string | null {
  const local = host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.internal')
  return local ? `Hostname '${host}' is not allowed` : null
}

function refusePrivateAddress(address: string): string | null {
  if (matches(loopback, address)) return 'Loopback addresses (127.0.0.0/8, ::1) are not allowed'
  if (matches(privateNetworks, address)) {
    return 'Private IP addresses (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7) are not allowed'
  }
  return matches(linkLocal, address) ? 'Link-local addresses (169.254.0.0/16, fe80::/10) are not allowed' : null
}

function blockList(...subnets: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix, family] of subnets) list.addSubnet(network, prefix, family)
  return list
}

/** BlockList itself compares IPv4-mapped IPv6 addresses with the IPv4 rules. */
function matches(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
