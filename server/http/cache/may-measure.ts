import { hash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { Settings } from '#server/settings.ts'

type Asker = { header(name: string): string | null | undefined; address: string | undefined }
type MayMeasure = (asker: Asker) => boolean

export const measuresPath = '/metrics'

/** What a server between leaves behind: then the address is the server's, and says nothing of who asks. */
const tracesOfProxies = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

const near = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(net, bits)
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  near.addSubnet(net, bits, 'ipv6')

/** Who may read what the program measures: who has the token or, where there is none, who asks from beside it. */
export function mayMeasure({
  metricsToken,
  publicUrl,
  trustProxy,
}: Pick<Settings, 'metricsToken' | 'publicUrl' | 'trustProxy'>): MayMeasure {
  if (metricsToken) return ({ header }) => isSame(header('authorization') ?? '', `Bearer ${metricsToken}`)
  // Something that ends TLS stands in front and is not known to say so: everybody seems to call from beside us.
  if (publicUrl.startsWith('https:') && !trustProxy) return () => false
  return ({ header, address }) => isNear(address) && !tracesOfProxies.some((name) => header(name))
}

function isNear(address = ''): boolean {
  const [plain = ''] = address.split('%')
  const version = isIP(plain)
  return version !== 0 && near.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}

/** Of equal length before they are compared, which then takes as long whatever is in them. */
const isSame = (said: string, meant: string) => timingSafeEqual(hash('sha256', said, 'buffer'), hash('sha256', meant, 'buffer'))
