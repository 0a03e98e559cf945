import { connectionsMax, crmNames, crmTypes, isCrm } from '#contract/connection-choices.ts'
import type { CallOf } from '#contract/endpoint.ts'
import type { connections, CrmPreset } from '#contract/connections.ts'
import { lockAndAssertRecentLogin } from '#server/accounts/sign-in/assert-recent-login.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Crms } from '#server/integrations/crm.ts'
import type { Webhooks } from '#server/integrations/webhooks.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { JobData } from '#server/jobs/job.ts'
import { insertConnection, listConnectionsOf, lockConnections } from './connection-store.ts'
import { isHostSwitchedOff, refuseSwitchedOffHost } from './hosts/refuse-host.ts'
import type { OwnDeps } from './list-connections.ts'
import { sealSecret } from '#server/database/seal-secret.ts'
import { newSecret } from './sign-body.ts'

export type CreateDeps = OwnDeps & { clock: Clock; webhooks: Webhooks; crms: Crms; jobs: Jobs }
type NewConnection = CallOf<(typeof connections)['connections.create']>['input']

/** The answer is the only place where a signing secret is shown. */
export async function createConnection(deps: CreateDeps, caller: Caller, input: NewConnection): Promise<{ id: string; secret: string }> {
  const { db, clock, jobs } = deps
  const { alias, preset, name } = input
  const { id: subjectId } = await deps.findOwnCard(caller, alias)
  const isKeyed = isCrm(preset)
  const { secret, ...target } = isKeyed ? await atCrm(deps, preset, input) : atAddress(deps, input)
  const now = clock.now()
  const id = newId(now.getTime())
  const row = {
    subjectId,
    id,
    createdAt: now,
    preset,
    name: plainName(name),
    ...target,
    secret: await sealSecret(db, secret, id, now),
    secretAt: now,
    secretEnd: endOf(secret),
  }
  await jobs.ready()
  await db.transaction(async (tx) => {
    await assertMayChooseReceiver({ db: tx, clock }, caller)
    await refuseSwitchedOffHost(tx, row.url, isKeyed ? 'apiKey' : 'url')
    await lockConnections(tx, subjectId)
    const existing = await listConnectionsOf(tx, subjectId)
    if (existing.length >= connectionsMax) throw problem('connection-limit')
    if (isKeyed && existing.some((one) => one.preset === preset))
      throw problem('input-invalid', { issues: [fieldIssue('preset', 'connected', { name: crmNames[preset] })] })
    await insertConnection(tx, row)
    await mailOwners(tx, jobs, { subjectId, connectionId: id, kind: 'added', mailId: id })
  })
  return { id, secret: isKeyed ? '' : secret }
}

/**
 * A copied session may not choose where all future contacts are sent. A key was made after a recent login, with this permission. In the
 * transaction that stores the choice: the password may have been reset since the call began.
 */
export async function assertMayChooseReceiver(deps: { db: Db; clock: Clock }, caller: Caller): Promise<void> {
  if (caller.kind === 'owner') await lockAndAssertRecentLogin(deps, caller)
}

/** In case it wasn’t them. */
export const mailOwners = (tx: Db, jobs: Pick<Jobs, 'enqueue'>, mail: JobData['connections.mail']): Promise<void> =>
  jobs.enqueue(tx, 'connections.mail', mail, { key: mail.mailId })

function atAddress({ webhooks }: CreateDeps, { url = '', types, isFull }: NewConnection) {
  const code = url === '' ? 'missing' : webhooks.issueOfUrl(url)
  if (code) throw problem('input-invalid', { issues: [fieldIssue('url', code)] })
  if (!types) throw problem('input-invalid', { issues: [fieldIssue('types', 'noneChosen')] })
  // Normalized, so that its host is found in it.
  return { url: new URL(url).href, types: [...new Set(types)], isFull, secret: newSecret() }
}

async function atCrm({ db, crms }: CreateDeps, preset: CrmPreset, { apiKey: key = '' }: NewConnection) {
  await checkKey({ db, crms }, preset, key)
  return { url: crms[preset].url, types: [...crmTypes[preset]], isFull: true, secret: key }
}

/** Refuses a key that can’t be sent in a header, and one that the CRM refuses now. A host that is switched off isn’t called. */
export async function checkKey({ db, crms }: Pick<CreateDeps, 'db' | 'crms'>, preset: CrmPreset, key: string): Promise<void> {
  const refuse = (code: 'missing' | 'form' | 'off' | 'refused') =>
    problem('input-invalid', { issues: [fieldIssue('apiKey', code, { name: crmNames[preset] })] })
  if (key === '') throw refuse('missing')
  if (!/^[\x21-\x7e]{8,}$/.test(key)) throw refuse('form')
  if (await isHostSwitchedOff(db, crms[preset].url)) throw refuse('off')
  const checked = await crms[preset].check(key)
  if ('attention' in checked) throw refuse('refused')
}

/** Names are also written in the subject of emails, so they have no line breaks. */
export const plainName = (typed: string) => typed.replaceAll(/\p{Cc}+/gu, ' ')
export const endOf = (secret: string) => secret.slice(-4)
