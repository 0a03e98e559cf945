import { networkInterfaces } from 'node:os'

type Listening = { host: string; port: number; publicUrl: string }
type Interfaces = ReturnType<typeof networkInterfaces>

/** Bridges and other ends of containers and virtual machines: no phone is in their network. */
const virtual = /^(docker|br-|veth|virbr|vmnet|vboxnet|bridge\d|lxc|lxd|cni|flannel|cali|podman|vethernet)/i
/** A phone can use the address of a tunnel only if it is connected to the same tunnel. */
const tunnel = /^(tailscale|utun|tun|tap|wg|zt|ppp)/i

/**
 * This machine's address for phones in the same network, while the public address is this machine's own, and whether the server listens
 * there already. Null if phones use the public address, or if there is no network.
 */
export function phoneAccess(
  { host, port, publicUrl }: Listening,
  readInterfaces: () => Interfaces = networkInterfaces,
): { address: string; isOpen: boolean } | null {
  if (publicUrl !== `http://localhost:${port}`) return null
  const [own] = Object.entries(readInterfaces())
    .filter(([name]) => !virtual.test(name))
    .flatMap(([name, list = []]) => list.map((one) => ({ ...one, isFallback: tunnel.test(name) || one.address.startsWith('169.254.') })))
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .toSorted((one, other) => Number(one.isFallback) - Number(other.isFallback))
  return own ? { address: `http://${own.address}:${port}`, isOpen: host === '0.0.0.0' || host === '::' } : null
}
