import { z } from 'zod'
import type { Db } from '#server/database/database.ts'
import { lockInstallation, readInstallation, readOrCreate, writeInstallation } from '#server/database/installation.ts'
import { openSecret, sealSecret } from '#server/database/seal-secret.ts'
import { codeOf } from '#server/common/code-of.ts'
import { UserError } from '#server/common/user-error.ts'
import { descriptions, type Description } from './descriptions.ts'

/** The text as the environment would have it, and which account set it when. */
type StoredSetting = { value: string; at: string; by: string }
type StoredSettings = Readonly<Record<string, StoredSetting>>

const Stored = z.record(z.string(), z.object({ value: z.string(), at: z.iso.datetime(), by: z.string() }))
const secretNames = new Set(Object.values<Description>(descriptions).flatMap(({ name, read }) => (read.isSecret ? [name] : [])))

/** What administrators set, by name; without those in `except`. */
export async function readStoredSettings(db: Db, now: Date, except: object = {}): Promise<StoredSettings> {
  const all = Stored.parse((await readInstallation(db, 'settings')) ?? {})
  const stored = Object.fromEntries(Object.entries(all).filter(([name]) => !(name in except)))
  // One after the other, on the connection of a transaction.
  for (const [name, setting] of Object.entries(stored)) if (secretNames.has(name)) setting.value = await open(db, name, setting.value, now)
  return stored
}

async function open(db: Db, name: string, sealed: string, now: Date): Promise<string> {
  try {
    return await openSecret(db, Buffer.from(sealed, 'base64'), rowOf(name), now)
  } catch (error) {
    // Away is not unreadable.
    if (codeOf(error) !== '') throw error
    throw new UserError(`${name} can’t be read: another installation’s key sealed it. Set it back: npm run carte -- settings reset ${name}`)
  }
}

export const textsOf = (stored: StoredSettings): Record<string, string> =>
  Object.fromEntries(Object.entries(stored).map(([name, { value }]) => [name, value]))

type Change = Readonly<Record<string, string | null>>

/** Stores texts by name; null removes one, so that its default is back. Secrets are sealed. Returns the others. */
export async function storeSettings(tx: Db, change: Change, { by, now }: { by: string; now: Date }): Promise<StoredSettings> {
  await readOrCreate(tx, 'settings', async () => ({}), now)
  const stored = Stored.parse(await lockInstallation(tx, 'settings'))
  const before = await readStoredSettings(tx, now, change)
  const after = Object.entries(stored).filter(([name]) => !(name in change))
  for (const [name, text] of Object.entries(change)) {
    if (text === null) continue
    const value = secretNames.has(name) ? await seal(tx, name, text, now) : text
    after.push([name, { value, at: now.toISOString(), by }])
  }
  await writeInstallation(tx, 'settings', Object.fromEntries(after), now)
  return before
}

const seal = async (tx: Db, name: string, text: string, now: Date) => (await sealSecret(tx, text, rowOf(name), now)).toString('base64')
const rowOf = (name: string) => `setting ${name}`
