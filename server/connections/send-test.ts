import { isCrm } from '#contract/connection-choices.ts'
import type { TestOutcome } from '#contract/connections.ts'
import { newId } from '#server/database/new-id.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { isHostSwitchedOff } from './hosts/refuse-host.ts'
import { readOwnConnection, type ConnectionRef, type OwnDeps } from './list-connections.ts'
import { openSecret } from '#server/database/seal-secret.ts'
import { isSent, sendDelivery, type SendDeps } from './send-delivery.ts'
import type { ConnectionRow } from './tables.ts'

/** One attempt, which is not stored. A CRM is only asked whether it accepts the key. */
export async function sendTest(deps: OwnDeps & SendDeps, caller: Caller, ref: ConnectionRef): Promise<TestOutcome> {
  const connection = await readOwnConnection(deps, caller, ref)
  if (await isHostSwitchedOff(deps.db, connection.url)) return { isSent: false, status: null, tookMs: 0, answer: '', reason: 'host-off' }
  const sent = await attemptTest(deps, connection, ref.alias)
  if ('pausedSeconds' in sent) return { isSent: false, status: null, tookMs: 0, answer: '', reason: 'paused' }
  const { status, tookMs, reason } = sent
  // A CRM may answer with contacts.
  const answer = isCrm(connection.preset) && isSent(sent) ? '' : sent.answer
  return { isSent: isSent(sent), status, tookMs, answer, reason }
}

async function attemptTest(deps: SendDeps, connection: ConnectionRow, alias: string) {
  const { db, clock, crms } = deps
  const { id, preset, secret, isFull } = connection
  const at = clock.now()
  if (isCrm(preset)) return crms[preset].check(await openSecret(db, secret, id, at))
  const data = JSON.stringify({ card: { alias }, message: 'The connection works.' })
  return sendDelivery(deps, connection, { id: newId(at.getTime()), type: 'webhook.test', at, data }, isFull)
}
