import { BlockList, isIP } from 'node:net'

/** `blocked`: blocked even if configured. `private`: this machine, this network, or a reserved range. */
type AddressClass = 'public' | 'private' | 'never'

/** Cloud metadata, broadcast, multicast and unspecified addresses. */
const blocked = listOf(
  '0.0.0.0/8 100.100.100.200/32 169.254.0.0/16 224.0.0.0/4 255.255.255.255/32',
  '::/128 fe80::/10 fec0::/10 ff00::/8 fd00:ec2::254/128 fd20:ce::254/128',
)
const privateV4 = listOf(
  '10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4',
)
/** The only allocated range of IPv6, and the parts of it for documentation and tunnels (Teredo, 6to4). */
const allocated = listOf('', '2000::/3')
const reserved = listOf('', '2001::/23 2001:db8::/32 2002::/16 3fff::/20')

/** Classifies an IP address in any notation. Anything else is `blocked`. */
export function classifyAddress(address: string): AddressClass {
  const version = isIP(address)
  if (version === 4) return classifyV4(address)
  if (version !== 6 || address.includes('%')) return 'never'
  const embedded = embeddedV4(address)
  if (embedded) return classifyV4(embedded)
  if (blocked.check(address, 'ipv6')) return 'never'
  return allocated.check(address, 'ipv6') && !reserved.check(address, 'ipv6') ? 'public' : 'private'
}

const classifyV4 = (address: string): AddressClass => (blocked.check(address) ? 'never' : privateV4.check(address) ? 'private' : 'public')

/** The IPv4 address inside `::ffff:a.b.c.d`, `::a.b.c.d`, 6to4 or NAT64. */
function embeddedV4(address: string): string | null {
  const groups = groupsOf(address)
  const head = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':')
  if (groups[0] === 0x2002) return dotted(groups[1], groups[2])
  const isLast = ['0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0'].includes(head) || (head === '0:0:0:0:0:0' && groups[6] !== 0)
  return isLast ? dotted(groups[6], groups[7]) : null
}

const dotted = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The eight groups of an IPv6 address, normalized by the URL parser. */
function groupsOf(address: string): number[] {
  const [front = '', back] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  if (back === undefined) return numbers(front)
  const [first, last] = [numbers(front), numbers(back)]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

function listOf(v4: string, v6 = ''): BlockList {
  const list = new BlockList()
  for (const [text, family] of [
    [v4, 'ipv4'],
    [v6, 'ipv6'],
  ] as const) {
    for (const part of text.split(' ').filter(Boolean)) {
      const [net = '', bits] = part.split('/')
      list.addSubnet(net, Number(bits), family)
    }
  }
  return list
}
