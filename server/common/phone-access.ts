import { networkInterfaces } from 'node:os'

type Listening = { host: string; port: number; publicUrl: string }
type Interfaces = ReturnType<typeof networkInterfaces>

/**
 * This machine's address for phones in the same network, while the public address is this machine's own, and whether the server listens
 * there already. Null if phones use the public address, or if there is no network.
 */
export function phoneAccess(
  { host, port, publicUrl }: Listening,
  interfaces: Interfaces = networkInterfaces(),
): { address: string; isOpen: boolean } | null {
  const own = Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)
  if (!own || publicUrl !== `http://localhost:${port}`) return null
  return { address: `http://${own.address}:${port}`, isOpen: host === '0.0.0.0' || host === '::' }
}
