import { lookup, Resolver } from 'node:dns/promises'

/** Lookups in the DNS; tests replace it. A name without such records has none; a DNS that doesn't answer throws. */
export type Dns = {
  /** The IPv4 and IPv6 addresses of a host, as a connection would find them. */
  addresses(host: string): Promise<string[]>
  txt(name: string): Promise<string[]>
  /** The names of the hosts that accept mail for a domain. */
  mx(domain: string): Promise<string[]>
}

const missing = ['ENOTFOUND', 'ENODATA', 'ENONAME', 'EBADNAME']
/** The name server answered that there is no such record. */
export const isMissing = ({ code = '' }: NodeJS.ErrnoException) => missing.includes(code)
const noneIfMissing = (error: NodeJS.ErrnoException): [] => {
  if (isMissing(error)) return []
  throw error
}

const resolver = () => new Resolver({ timeout: 3000, tries: 2 })

export const systemDns: Dns = {
  addresses: async (host) => (await lookup(host, { all: true }).catch(noneIfMissing)).map(({ address }) => address),
  txt: async (name) => (await resolver().resolveTxt(name).catch(noneIfMissing)).map((chunks) => chunks.join('')),
  mx: async (domain) => (await resolver().resolveMx(domain).catch(noneIfMissing)).map(({ exchange }) => exchange),
}
