import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { makeSetupLink } from '#server/accounts/sign-up/make-setup-link.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { anApp } from '../harness/app.ts'
import { aDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { startSite } from '../harness/site.ts'

export const passphrase = 'lantern-ferry-cobalt-orchard'
export const person = { name: 'Maren Holloway', email: 'maren@example.com', password: 'Lantern-Ferry-8' }

/** A new installation, its setup link, and a backup of another one: whole, cut off, and a file that is none. */
export async function aRestore() {
  const ends = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'carte-restore-'))
  ends.defer(() => rm(folder, { recursive: true, force: true }))
  const file = (name: string) => join(folder, `${name}.backup`)
  await using old = await anApp()
  await old.call('accounts.setUp', { input: { ...person, setupCode: (await makeSetupLink(old.deps)) ?? '' } })
  await aContact(old.deps, (await aCard(old.deps, { alias: 'maren' })).id)
  const deps = { ...old.deps, database: old.deps, productVersion: '0.1.0', signal: new AbortController().signal }
  await writeBackup(deps, { file: file('carte'), passphrase })
  await writeFile(file('photo'), 'a photo')
  await writeFile(file('short'), (await readFile(file('carte'))).subarray(0, -200))
  const database = ends.use(await aDatabase())
  const environment = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), DEMO: 'off', LOG_FORMAT: 'text' }
  const site = ends.use(await startSite({ environment }))
  const pathIn = (text: string) => /\/setup#[A-Z-]{19}/.exec(text)?.[0] ?? Promise.reject(new Error('no link yet'))
  return {
    site,
    database,
    path: await eventually(async () => pathIn(site.output())),
    /** The page of the restore, in a browser. */
    on: (page: Page) => ({
      check: page.getByRole('button', { name: 'Check backup' }),
      restore: page.getByRole('button', { name: 'Restore 1 card' }),
      passphrase: page.getByLabel('Passphrase'),
      choose: (name: string) => page.getByLabel(/^Choose a backup|^.*\.backup$/).setInputFiles(file(name)),
      heading: (name: string) => page.getByRole('heading', { name, exact: true }),
    }),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  }
}
