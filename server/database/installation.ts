import { eq, sql } from 'drizzle-orm'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import type { Db } from './database.ts'

/** Documents of the whole installation, by name. */
const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** As the driver parsed it: Drizzle would parse a text such as "12e45678" once more, as a number. */
const value = sql<unknown>`${installation.value}`

type InstallationName =
  | 'homepage-settings'
  | 'application-settings'
  | 'demo'
  | 'vapid'
  | 'captcha'
  | 'passkey'
  | 'passkey-before'
  | 'limits'
  | 'hashes'
  | 'seal'
  | 'settings'
  | 'pictures'
  | 'link-checks'
  | 'plans'
  | 'setup'
  | 'distribution'
  | 'backup-name'
  | 'migrating'

export async function readInstallation(db: Db, name: InstallationName): Promise<unknown> {
  const [row] = await db
    .select({ value })
    .from(installation)
    .where(eq(installation.name, sql.placeholder('name')))
    .prepare('installation_by_name')
    .execute({ name })
  return row?.value ?? null
}

/** Reads a value and locks it until the transaction ends. */
export async function lockInstallation(tx: Db, name: InstallationName): Promise<unknown> {
  const [row] = await tx.select({ value }).from(installation).where(eq(installation.name, name)).for('update')
  return row?.value ?? null
}

export async function writeInstallation(tx: Db, name: InstallationName, value: unknown, now: Date) {
  const row = { value, updatedAt: now }
  await tx
    .insert(installation)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: installation.name, set: row })
}

/** Reads a value that the installation creates once. If two instances create it at the same time, both get the first. */
export async function readOrCreate(db: Db, name: InstallationName, make: () => Promise<unknown>, now: Date): Promise<unknown> {
  const known = await readInstallation(db, name)
  if (known !== null) return known
  await db
    .insert(installation)
    .values({ name, value: await make(), updatedAt: now })
    .onConflictDoNothing()
  return readInstallation(db, name)
}

/** Deletes a value. True for the first of concurrent callers. */
export async function removeInstallation(tx: Db, name: InstallationName): Promise<boolean> {
  const removed = await tx.delete(installation).where(eq(installation.name, name)).returning({ name: installation.name })
  return removed.length > 0
}
