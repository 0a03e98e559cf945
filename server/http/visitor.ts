import { isIP, isIPv6 } from 'node:net'

/** What Node passes with a request; absent in tests without a socket. */
export type Bindings = { incoming?: { socket: { remoteAddress?: string | undefined } } }

/** The client address that limits are counted by. A forwarded address is trusted only if TRUST_PROXY is on. */
export function visitorOf(request: Request, bindings: Bindings | undefined, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return networkOf(addressIn(forwarded ?? '') ?? bindings?.incoming?.socket?.remoteAddress ?? 'unknown')
}

/** Removes the port that some proxies append, which would make each call look like another client. Null if it is not an address. */
function addressIn(forwarded: string): string | null {
  const address = forwarded.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  return isIP(address) ? address : null
}

/** One subscriber has 2^64 IPv6 addresses, so the first half identifies the client. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const groups = tail === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
