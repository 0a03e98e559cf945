import { randomBytes } from 'node:crypto'
import { accessKeysMax, accessKeyYearsMax } from '#contract/access-key-choices.ts'
import type { AccessKey, accessKeys } from '#contract/access-keys.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { requireOwner } from '#server/accounts/sessions/require-owner.ts'
import { assertRecentLogin, lockAndAssertRecentLogin } from '#server/accounts/sign-in/assert-recent-login.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import { lockCard } from '#server/database/card-directories.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { hashToken } from '#server/common/hash-token.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { deleteKey, deleteKeysOf, insertKey, listKeysOf, lockKeys } from './access-key-store.ts'
import { presentKey } from './present-key.ts'

type Deps = PlanReader & { log: Log; jobs: Jobs }
type NewKey = CallOf<(typeof accessKeys)['accessKeys.create']>['input']

const yearMs = 366 * 86_400_000

export async function listKeys(deps: PlanReader, caller: Caller, alias: string): Promise<AccessKey[]> {
  const { subject } = await readOwnCard(deps, caller, alias)
  return (await listKeysOf(deps.db, subject.id)).map(presentKey)
}

/** The answer is the only place where the key is shown. */
export async function createKey(deps: Deps, caller: Caller, input: NewKey): Promise<{ id: string; key: string }> {
  const { subject } = await readOwnCard(deps, caller, input.alias)
  const owner = requireOwner(caller)
  await assertRecentLogin(deps, owner)
  const now = deps.clock.now()
  const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt)
  if (expiresAt && (expiresAt <= now || expiresAt.getTime() > now.getTime() + accessKeyYearsMax * yearMs))
    throw problem('input-invalid', { issues: [fieldIssue('expiresAt', 'expiryInvalid', { limit: accessKeyYearsMax })] })
  const id = newId(now.getTime())
  const key = `carte_${randomBytes(32).toString('base64url')}`
  const row = {
    id,
    subjectId: subject.id,
    keyHash: hashToken(key),
    name: input.name.replaceAll(/\p{Cc}+/gu, ' '),
    keyStart: key.slice(0, 9),
    keyEnd: key.slice(-2),
    scopes: [...new Set(input.scopes)],
    createdAt: now,
    lastUsedAt: null,
    expiresAt,
  }
  await deps.jobs.ready()
  await deps.db.transaction(async (tx) => {
    // The password may have been reset since. A key stored after that would stay.
    await lockAndAssertRecentLogin({ ...deps, db: tx }, owner)
    if (!(await lockCard(tx, subject.id))) throw problem('card-not-found')
    await lockKeys(tx, subject.id)
    if ((await listKeysOf(tx, subject.id)).length >= accessKeysMax) throw problem('access-key-limit')
    await insertKey(tx, row)
    await deps.jobs.enqueue(tx, 'access-keys.mail', { subjectId: subject.id, keyId: id }, { key: id })
  })
  deps.log.info('access-key-created', { subjectId: subject.id, keyId: id })
  return { id, key }
}

export async function revokeKey(deps: Deps, caller: Caller, { alias, id }: { alias: string; id: string }): Promise<void> {
  const { subject } = await readOwnCard(deps, caller, alias)
  if (!(await deleteKey(deps.db, { subjectId: subject.id, id }))) throw problem('not-found')
  deps.log.info('access-key-revoked', { subjectId: subject.id, keyId: id })
}

/** Revokes every key of these cards. Returns how many. */
export const revokeAllKeys = (tx: Db, subjectIds: string[]): Promise<number> => deleteKeysOf(tx, subjectIds)
