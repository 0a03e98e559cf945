import { hash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { Settings } from '#server/settings.ts'

type MetricsClient = { header(name: string): string | null | undefined; address: string | undefined }
type CanReadMetrics = (client: MetricsClient) => boolean

export const metricsPath = '/metrics'

/** Headers that a proxy adds: then the remote address is the proxy's, not the client's. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

const privateNetworks = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(net, bits)
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(net, bits, 'ipv6')

/** Metrics are for clients with the token or, if none is set, for private addresses. */
export function canReadMetrics({
  metricsToken,
  publicUrl,
  trustProxy,
}: Pick<Settings, 'metricsToken' | 'publicUrl' | 'trustProxy'>): CanReadMetrics {
  if (metricsToken) return ({ header }) => isSame(header('authorization') ?? '', `Bearer ${metricsToken}`)
  // A proxy that ends TLS is in front but not trusted: every client seems to have a private address.
  if (publicUrl.startsWith('https:') && !trustProxy) return () => false
  return ({ header, address }) => isPrivateAddress(address) && !proxyHeaders.some((name) => header(name))
}

function isPrivateAddress(address = ''): boolean {
  const [plain = ''] = address.split('%')
  const version = isIP(plain)
  return version !== 0 && privateNetworks.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}

/** Hashes both to equal length for a constant-time comparison. */
const isSame = (received: string, expected: string) =>
  timingSafeEqual(hash('sha256', received, 'buffer'), hash('sha256', expected, 'buffer'))
