import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { readInstallation, removeInstallation } from '#server/database/installation.ts'
import { hashToken } from '#server/hash-token.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { groupLetters, makeReadableCode, normalizeCode } from '#server/readable-code.ts'

/** 71 random bits: a plain hash is enough, and guessing over the network is hopeless. */
const codeLetters = 16
const hasAdmin = sql`exists (select 1 from account where is_operator)`
const hashOf = (typed: string) => hashToken(normalizeCode(typed)).toString('base64url')

/**
 * A new code with which the first account becomes an administrator; the previous one stops working. Null once there is an administrator,
 * and on an installation in which people had logged in before it ever made one.
 */
export async function makeSetupCode({ db, clock }: { db: Db; clock: Clock }): Promise<string | null> {
  const code = makeReadableCode(codeLetters)
  const { rows } = await db.execute(sql`
    insert into installation (name, value, updated_at)
    select 'setup', to_jsonb(${hashOf(code)}::text), ${clock.now().toISOString()}::timestamptz
    where not ${hasAdmin} and (
      exists (select 1 from installation where name = 'setup') or not exists (select 1 from account where email_verified_at is not null))
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at
    returning name`)
  if (rows.length > 0) return groupLetters(code)
  // A restored backup can have both a code and an administrator.
  await removeInstallation(db, 'setup')
  return null
}

export const takesSetupCode = async (db: Db): Promise<boolean> => (await readInstallation(db, 'setup')) !== null

/** The stored hash of the code, if this is the code. */
export async function checkSetupCode(db: Db, typed: string): Promise<string> {
  const setupHash = hashOf(typed)
  if (!isEqual(await readInstallation(db, 'setup'), setupHash)) throw wrongCode()
  return setupHash
}

/** Shows that the code was typed for this login at an identity provider: its cookie isn't signed, and must not be worth the code. */
export const setupProof = (setupHash: string, state: string): string => createHmac('sha256', setupHash).update(state).digest('base64url')

/** The stored hash of the code, if the proof is of the current code and this login. */
export async function checkSetupProof(db: Db, proof: string, state: string): Promise<string> {
  const setupHash = await readInstallation(db, 'setup')
  if (typeof setupHash !== 'string' || !isEqual(proof, setupProof(setupHash, state))) throw wrongCode()
  return setupHash
}

/** True for the first of concurrent callers with the current code, while there is no administrator. */
export async function consumeSetupCode(tx: Db, setupHash: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    delete from installation where name = 'setup' and value = to_jsonb(${setupHash}::text) and not ${hasAdmin} returning name`)
  return rows.length > 0
}

/** After a code was not consumed: true if that is because a start of the server made another one. */
export async function isSetupCodeReplaced(tx: Db): Promise<boolean> {
  return (await tx.execute(sql`select 1 from installation where name = 'setup' and not ${hasAdmin}`)).rows.length > 0
}

const wrongCode = () => problem('input-invalid', { issues: [{ path: 'setupCode', message: 'That code isn’t right. Use the latest one.' }] })

const isEqual = (one: unknown, other: string) =>
  typeof one === 'string' && one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
