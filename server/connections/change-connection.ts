import { isCrm } from '#contract/connection-choices.ts'
import type { CallOf } from '#contract/endpoint.ts'
import type { connections } from '#contract/connections.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Crms } from '#server/integrations/crm.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import {
  deleteConnection,
  findConnection,
  findDeliveries,
  listEventIds,
  lockAll,
  lockConnection,
  switchOffAll,
  updateRow,
} from './connection-store.ts'
import { refuseSwitchedOffHost } from './hosts/refuse-host.ts'
import { findEvent } from './event-store.ts'
import { assertMayChooseReceiver, checkKey, endOf, mailOwners, plainName } from './create-connection.ts'
import { readOwnConnection, type ConnectionRef, type OwnDeps } from './list-connections.ts'
import { sealSecret } from '#server/database/seal-secret.ts'
import { resumeConnection, sendAgain } from './send-again.ts'
import { newSecret } from './sign-body.ts'
import type { ConnectionRow } from './tables.ts'

type Deps = OwnDeps & { clock: Clock; jobs: Jobs }
type Changes = CallOf<(typeof connections)['connections.update']>['input']

/** How long the previous secret also signs. */
const replacedMs = 86_400_000

export async function updateConnection(deps: Deps, caller: Caller, input: Changes): Promise<void> {
  const { db, jobs, clock } = deps
  const { id: subjectId } = await deps.findOwnCard(caller, input.alias)
  const key = { subjectId, id: input.id }
  await jobs.ready()
  await db.transaction(async (tx) => {
    // The host is locked before the connection, as switching the host off does.
    const found = input.isOn ? await findConnection(tx, key) : null
    if (found) await refuseSwitchedOffHost(tx, found.url, 'isOn')
    const before = await lockConnection(tx, key)
    if (!before) throw problem('not-found')
    if (isCrm(before.preset) && (input.types || input.isFull !== undefined))
      throw problem('input-invalid', { issues: [fieldIssue('types', 'crmTypesFixed')] })
    const changed = {
      name: input.name === undefined ? before.name : plainName(input.name),
      types: input.types ? [...new Set(input.types)] : before.types,
      isFull: input.isFull ?? before.isFull,
    }
    const now = clock.now()
    const isSwitched = input.isOn !== undefined && input.isOn !== (before.offReason === null)
    if (isSwitched && !input.isOn) return updateRow(tx, key, { ...changed, offReason: 'owner', offAt: now })
    await updateRow(tx, key, changed)
    if (isSwitched) await resumeConnection(tx, jobs, { ...before, ...changed }, { sendMissed: input.sendMissed ?? false, now })
  })
}

/** Sends one event again, or all that are waiting or failed. Returns how many. */
export async function resendDeliveries(
  deps: Deps,
  caller: Caller,
  { alias, id, eventId }: ConnectionRef & { eventId?: string | undefined },
): Promise<number> {
  const { db, jobs, clock } = deps
  const { id: subjectId } = await deps.findOwnCard(caller, alias)
  await jobs.ready()
  return db.transaction(async (tx) => {
    const connection = await lockConnection(tx, { subjectId, id })
    if (!connection) throw problem('not-found')
    if (connection.offReason !== null) throw problem('conflict', { detail: 'The connection is off. Switch it on first.' })
    const eventIds =
      eventId === undefined
        ? await listEventIds(tx, connection, ['waiting', 'failed'])
        : (await findDeliveries(tx, subjectId, [{ connectionId: id, eventId }])).map(({ event }) => event.id)
    if (eventId !== undefined && eventIds.length === 0) throw problem('not-found')
    await sendAgain(tx, jobs, connection, eventIds.toSorted(), clock.now())
    return eventIds.length
  })
}

/** Sends an event again to one connection, or to all that listen to it. Returns to how many. */
export async function replayEvent(
  deps: Deps,
  caller: Caller,
  { alias, eventId, connectionId }: { alias: string; eventId: string; connectionId?: string | undefined },
): Promise<number> {
  const { db, jobs, clock } = deps
  const { id: subjectId } = await deps.findOwnCard(caller, alias)
  await jobs.ready()
  return db.transaction(async (tx) => {
    const event = await findEvent(tx, subjectId, eventId)
    if (!event) throw problem('not-found')
    const isOn = ({ offReason }: ConnectionRow) => offReason === null
    const locked = await lockAll(tx, subjectId, connectionId)
    if (connectionId !== undefined && locked.length === 0) throw problem('not-found')
    if (connectionId !== undefined && !locked.every(isOn))
      throw problem('conflict', { detail: 'The connection is off. Switch it on first.' })
    if (connectionId !== undefined && locked.some(({ preset, types }) => isCrm(preset) && !types.includes(event.type)))
      throw problem('conflict', { detail: 'The CRM doesn’t take this event.' })
    const chosen = connectionId === undefined ? locked.filter((one) => isOn(one) && one.types.includes(event.type)) : locked
    for (const connection of chosen) await sendAgain(tx, jobs, connection, [eventId], clock.now())
    return chosen.length
  })
}

/** Switches off all active connections of these cards. Returns how many. */
export const switchOffConnections = (tx: Db, subjectIds: string[], now: Date): Promise<number> => switchOffAll(tx, subjectIds, now)

export async function removeConnection(deps: OwnDeps, caller: Caller, { alias, id }: ConnectionRef): Promise<void> {
  const { id: subjectId } = await deps.findOwnCard(caller, alias)
  if (!(await deleteConnection(deps.db, { subjectId, id }))) throw problem('not-found')
}

export async function replaceSecret(deps: OwnDeps & { clock: Clock }, caller: Caller, { alias, id }: ConnectionRef): Promise<string> {
  const { db, clock } = deps
  const { id: subjectId } = await deps.findOwnCard(caller, alias)
  const now = clock.now()
  const secret = newSecret()
  const sealed = await sealSecret(db, secret, id, now)
  await db.transaction(async (tx) => {
    const before = await lockConnection(tx, { subjectId, id })
    if (!before) throw problem('not-found')
    if (isCrm(before.preset)) throw problem('conflict', { detail: 'Requests to a CRM aren’t signed.' })
    await updateRow(tx, before, {
      secret: sealed,
      secretAt: now,
      secretEnd: endOf(secret),
      previousSecret: before.secret,
      previousUntil: new Date(now.getTime() + replacedMs),
    })
  })
  return secret
}

/** Replaces the owner’s key at a CRM, and sends what waits or failed. */
export async function replaceKey(
  deps: Deps & { crms: Crms },
  caller: Caller,
  { apiKey: key, ...ref }: ConnectionRef & { apiKey: string },
): Promise<void> {
  const { db, clock, jobs, crms } = deps
  const { subjectId, preset } = await readOwnConnection(deps, caller, ref)
  if (!isCrm(preset)) throw problem('conflict', { detail: 'Only a CRM has a key. Replace the signing secret.' })
  await checkKey({ db, crms }, preset, key)
  const now = clock.now()
  const sealed = await sealSecret(db, key, ref.id, now)
  await jobs.ready()
  await db.transaction(async (tx) => {
    await assertMayChooseReceiver({ db: tx, clock }, caller)
    const before = await lockConnection(tx, { subjectId, id: ref.id })
    if (!before) throw problem('not-found')
    await updateRow(tx, before, { secret: sealed, secretAt: now, secretEnd: endOf(key), attention: null })
    await mailOwners(tx, jobs, { subjectId, connectionId: ref.id, kind: 'rekeyed', mailId: newId(now.getTime()) })
    if (before.offReason === null)
      await sendAgain(tx, jobs, before, (await listEventIds(tx, before, ['waiting', 'failed'])).toSorted(), now, { isForced: true })
  })
}
