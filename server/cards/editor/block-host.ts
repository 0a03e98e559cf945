import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { blockedHosts, type BlockedHost } from '../tables.ts'

const listMax = 500

/** True if a link's host or a parent domain is blocked. Never cached, so that a block takes effect everywhere at once. */
export async function isBlocked(db: Db, link: string): Promise<boolean> {
  return (await listBlockedOf(db, [link])).length > 0
}

/** The links among these with a blocked host. */
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

/** The host for comparison: a trailing dot makes no difference. */
const hostOf = ({ hostname }: URL) => hostname.toLowerCase().replace(/\.$/, '')

/** The host in an administrator's input, `evil.example` or an address with it; null if there is none. */
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
  const deleted = await tx.delete(blockedHosts).where(eq(blockedHosts.host, host)).returning({ host: blockedHosts.host })
  return deleted.length > 0
}

/** Blocked hosts in order, after the cursor; with `search` only those that contain it. */
export const listBlockedHosts = (db: Db, after = '', search = ''): Promise<BlockedHost[]> =>
  db
    .select()
    .from(blockedHosts)
    .where(and(gt(blockedHosts.host, after), search ? sql`strpos(${blockedHosts.host}, ${search.toLowerCase()}) > 0` : undefined))
    .orderBy(asc(blockedHosts.host))
    .limit(listMax)
