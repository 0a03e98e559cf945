import { asc, eq, gt, inArray } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { blockedHosts, type BlockedHost } from '../tables.ts'

const listMax = 500

/** Whether a link leads to a host that is blocked, or to one under it. Asked of the database each time: a block counts at once, everywhere. */
export async function isBlocked(db: Db, link: string): Promise<boolean> {
  return (await listBlockedOf(db, [link])).length > 0
}

/** Those of these links that lead where nobody is led. */
export async function listBlockedOf(db: Db, links: readonly string[]): Promise<string[]> {
  const above = new Map(links.map((link) => [link, hostsAbove(link)]))
  const hosts = [...new Set([...above.values()].flat())]
  if (hosts.length === 0) return []
  const rows = await db.select({ host: blockedHosts.host }).from(blockedHosts).where(inArray(blockedHosts.host, hosts))
  const blocked = new Set(rows.map(({ host }) => host))
  return links.filter((link) => above.get(link)?.some((host) => blocked.has(host)))
}

/** `a.b.example`, `b.example`, `example`. */
function hostsAbove(link: string): string[] {
  const host = URL.canParse(link) ? hostOf(new URL(link)) : ''
  if (host === '') return []
  const parts = host.split('.')
  return parts.map((_, place) => parts.slice(place).join('.'))
}

/** As it is compared: a dot at its end makes no other host. */
const hostOf = ({ hostname }: URL) => hostname.toLowerCase().replace(/\.$/, '')

/** The host in what an operator typed, or null: `evil.example`, or an address with it. */
export function readHost(typed: string): string | null {
  const text = typed.trim()
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  const host = URL.canParse(address) ? hostOf(new URL(address)) : ''
  return /^[^.\s]+(\.[^.\s]+)+$|^\[.+\]$/.test(host) ? host : null
}

export async function insertBlockedHost(tx: Db, row: BlockedHost): Promise<void> {
  await tx
    .insert(blockedHosts)
    .values(row)
    .onConflictDoUpdate({ target: blockedHosts.host, set: { note: row.note } })
}

export async function deleteBlockedHost(tx: Db, host: string): Promise<boolean> {
  const gone = await tx.delete(blockedHosts).where(eq(blockedHosts.host, host)).returning({ host: blockedHosts.host })
  return gone.length > 0
}

export const listBlockedHosts = (db: Db, after = ''): Promise<BlockedHost[]> =>
  db.select().from(blockedHosts).where(gt(blockedHosts.host, after)).orderBy(asc(blockedHosts.host)).limit(listMax)
