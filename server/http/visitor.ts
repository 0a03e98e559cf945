import { isIP, isIPv6 } from 'node:net'

/** What node hands along with a request; absent where a test asks without a socket. */
export type Bindings = { incoming?: { socket: { remoteAddress?: string | undefined } } }

/** Who to count limits by. A forwarded address is believed only when a proxy of ours is known to write it. */
export function visitorOf(request: Request, bindings: Bindings | undefined, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return household(addressIn(forwarded ?? '') ?? bindings?.incoming?.socket?.remoteAddress ?? 'unknown')
}

/** Some proxies write the caller's port behind the address: each call of one caller would be another's. Null where there is no address. */
function addressIn(forwarded: string): string | null {
  const address = forwarded.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  return isIP(address) ? address : null
}

/** One line has 2^64 addresses of version 6 to call from: its first half is who calls. */
export function household(address: string): string {
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
