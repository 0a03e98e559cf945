import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { removeInstallation } from '#server/database/installation.ts'
import { hashToken } from '#server/common/hash-token.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { groupLetters, makeReadableCode, normalizeCode } from '#server/common/readable-code.ts'

/** 71 random bits: a plain hash is enough, and guessing over the network is hopeless. */
const codeLetters = 16
export const setupLinkMinutes = 60

type Deps = { db: Db; clock: Clock }

const hasAdmin = sql`exists (select 1 from account where is_operator)`
const isRecent = (now: Date) =>
  sql`name = 'setup' and updated_at > ${new Date(now.getTime() - setupLinkMinutes * 60_000).toISOString()}::timestamptz`
/** Of a code as typed, or of the whole link. */
export const hashOf = (typed: string) => hashToken(normalizeCode(typed.slice(typed.lastIndexOf('#') + 1))).toString('base64url')

/**
 * The address of the page that makes the first administrator; the previous one stops working. Null once there is an administrator. Only
 * the hash of its code is stored. The code is in the fragment, which browsers send nowhere.
 */
export async function makeSetupLink({ db, clock, settings }: Deps & { settings: { publicUrl: string } }): Promise<string | null> {
  const code = groupLetters(makeReadableCode(codeLetters))
  const { rows } = await db.execute(sql`
    insert into installation (name, value, updated_at)
    select 'setup', to_jsonb(${hashOf(code)}::text), ${clock.now().toISOString()}::timestamptz where not ${hasAdmin}
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at
    returning name`)
  if (rows.length > 0) return `${settings.publicUrl}/setup#${code}`
  // A restored backup can have both a code and an administrator.
  await removeInstallation(db, 'setup')
  return null
}

/** Someone logged in here once: a link that takes over any account must not be printed at each start. */
export const isInUse = async (db: Db): Promise<boolean> =>
  (await db.execute(sql`select 1 from account where email_verified_at is not null limit 1`)).rows.length > 0

export const hasAdministrator = async (db: Db): Promise<boolean> => (await db.execute(sql`select 1 where ${hasAdmin}`)).rows.length > 0

/** How many minutes the setup link can still be used, rounded up; null if there is none. */
export const setupMinutesLeft = async ({ db, clock }: Deps): Promise<number | null> => {
  const code = await readCode({ db, clock })
  // The clock of a machine can be set back.
  return (
    code && Math.min(setupLinkMinutes, Math.ceil(setupLinkMinutes - (clock.now().getTime() - new Date(code.madeAt).getTime()) / 60_000))
  )
}

/** True as long as this code was not used or replaced: what began in time may take longer than the link lasts. */
export async function isSetupHash(db: Db, setupHash: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from installation where name = 'setup' and value = to_jsonb(${setupHash}::text) and not ${hasAdmin}`)
  return rows.length > 0
}

/** The stored hash of the code, if this is the code. */
export async function checkSetupCode(deps: Deps, typed: string): Promise<string> {
  const setupHash = hashOf(typed)
  if (!isEqual((await readCode(deps))?.hash ?? null, setupHash)) throw problem('setup-link-used')
  return setupHash
}

/** Shows that the code was typed for this login at an identity provider: its cookie isn't signed, and must not be worth the code. */
export const setupProof = (setupHash: string, state: string): string => createHmac('sha256', setupHash).update(state).digest('base64url')

/** The stored hash of the code, if the proof is of the current code and this login. */
export async function checkSetupProof(deps: Deps, proof: string, state: string): Promise<string> {
  const setupHash = (await readCode(deps))?.hash ?? null
  if (setupHash === null || !isEqual(proof, setupProof(setupHash, state))) throw problem('setup-link-used')
  return setupHash
}

/** Returns for the first of concurrent callers with the current code, while there is no administrator. The others must roll back. */
export async function consumeSetupCode(tx: Db, setupHash: string, now: Date): Promise<void> {
  const { rows } = await tx.execute(sql`
    delete from installation
    where ${isRecent(now)} and value = to_jsonb(${setupHash}::text) and not ${hasAdmin} returning name`)
  if (rows.length === 0) throw problem('setup-link-used')
}

async function readCode({ db, clock }: Deps): Promise<{ hash: string; madeAt: string } | null> {
  const { rows } = await db.execute<{ hash: string; madeAt: string }>(sql`
    select value #>> '{}' as hash, updated_at as "madeAt" from installation where ${isRecent(clock.now())} and not ${hasAdmin}`)
  return rows[0] ?? null
}

const isEqual = (one: string | null, other: string) =>
  one !== null && one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
