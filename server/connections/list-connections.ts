import { isCrm } from '#contract/connection-choices.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Connection, connections, DeliveryState } from '#contract/connections.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Crms } from '#server/integrations/crm.ts'
import { problem } from '#server/http/problems/problem.ts'
import {
  countDeliveries,
  findConnection,
  findDeliveries,
  listConnectionsOf,
  listDeliveries,
  listDeliveriesOfContact,
  listFailingOf,
  listOn,
} from './connection-store.ts'
import { presentConnection, presentDelivery } from './present-connection.ts'
import { crmEventOf, writeBody } from './send-delivery.ts'
import type { ConnectionRow } from './tables.ts'

export type OwnDeps = {
  db: Db
  /** Returns the caller's card or throws; implemented by a later slice. */
  findOwnCard(caller: Caller, alias: string): Promise<{ id: string; alias: string }>
}
export type ConnectionRef = { alias: string; id: string }

const pageSize = 50

export async function listConnections(deps: OwnDeps, caller: Caller, alias: string): Promise<Connection[]> {
  const { id } = await deps.findOwnCard(caller, alias)
  return present(deps.db, id, await listConnectionsOf(deps.db, id))
}

/** The active connections of these cards. */
export const listConnectionsOn = (db: Db, subjectIds: string[]): Promise<Pick<ConnectionRow, 'name' | 'url' | 'createdAt'>[]> =>
  listOn(db, subjectIds)

/** Those that need their owner: also the ones that Carte switched off, but not those of a host that is off. */
export async function listFailing(deps: OwnDeps, caller: Caller, alias: string) {
  const { id } = await deps.findOwnCard(caller, alias)
  return listFailingOf(deps.db, id)
}

export async function readConnection(
  deps: OwnDeps,
  caller: Caller,
  ref: ConnectionRef,
  { state, before }: { state?: DeliveryState | undefined; before?: string | undefined },
): Promise<AnswerOf<(typeof connections)['connections.read']>> {
  const { db } = deps
  const row = await readOwnConnection(deps, caller, ref)
  const [connection] = await present(db, row.subjectId, [row])
  const found = await listDeliveries(db, row, { state, before, limit: pageSize + 1 })
  if (!connection) throw problem('not-found')
  return { connection, deliveries: found.slice(0, pageSize).map(presentDelivery), hasMore: found.length > pageSize }
}

/** The body that a connection was sent, or will be. */
export async function readBody(
  deps: OwnDeps & { crms: Crms },
  caller: Caller,
  { eventId, ...ref }: ConnectionRef & { eventId: string },
): Promise<string> {
  const { subjectId, id, preset } = await readOwnConnection(deps, caller, ref)
  const [found] = await findDeliveries(deps.db, subjectId, [{ connectionId: id, eventId }])
  if (!found) throw problem('not-found')
  return isCrm(preset) ? deps.crms[preset].writeBody(crmEventOf(found.event)) : writeBody(found.event, found.delivery.isFull)
}

export async function listOfContact(
  deps: OwnDeps,
  caller: Caller,
  { alias, contactId }: { alias: string; contactId: string },
): Promise<AnswerOf<(typeof connections)['connections.ofContact']>> {
  const { id } = await deps.findOwnCard(caller, alias)
  const found = await listDeliveriesOfContact(deps.db, id, contactId)
  return found.map(({ connection, ...delivery }) => ({ ...presentDelivery(delivery), connection }))
}

/** A connection of the caller's card. Another owner's answers like a missing one. */
export async function readOwnConnection(deps: OwnDeps, caller: Caller, { alias, id }: ConnectionRef): Promise<ConnectionRow> {
  const { id: subjectId } = await deps.findOwnCard(caller, alias)
  const row = await findConnection(deps.db, { subjectId, id })
  if (!row) throw problem('not-found')
  return row
}

async function present(db: Db, subjectId: string, rows: readonly ConnectionRow[]): Promise<Connection[]> {
  const [only, second] = rows
  if (!only) return []
  const counts = await countDeliveries(db, subjectId, second ? undefined : only.id)
  const lastOf = [...counts].flatMap(([connectionId, { lastSent, lastTried }]) =>
    [lastSent, lastTried].flatMap((eventId) => (eventId ? [{ connectionId, eventId }] : [])),
  )
  const found = await findDeliveries(db, subjectId, lastOf)
  return rows.map((row) => {
    const own = counts.get(row.id)
    const find = (eventId?: string | null) => found.find(({ delivery }) => delivery.connectionId === row.id && delivery.eventId === eventId)
    return presentConnection(row, own, { sent: find(own?.lastSent), tried: find(own?.lastTried) })
  })
}
