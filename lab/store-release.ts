import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { addOwner } from '#server/accounts/add-owner.ts'
import { createApp } from '#server/app.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { recordBillingAction } from '#server/billing/ledger/record-billing-action.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { readProductVersion } from '#server/common/product-version.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../tests/factories/cards.ts'
import { aContact } from '../tests/factories/contacts.ts'

/** Stores the data of this release for tests/upgrades: the demo, and a card with an owner, contacts, a visit and a receipt. */
const dataDir = await mkdtemp(join(tmpdir(), 'carte-release-'))
const file = new URL(`../tests/upgrades/${readProductVersion()}.backup`, import.meta.url).pathname
try {
  await using app = await createApp(readSettings({ DATA_DIR: dataDir }), { log: silentLog, pages: false, works: false })
  const { deps } = app
  const card = await aCard(deps, { alias: 'ada', plan: 'FREE' })
  await deps.changes.write((tx) => addOwner(tx, { subjectId: card.id, email: 'ada@example.com', name: 'Ada Winter' }, new Date()))
  for (const name of ['Amara', 'Tobias']) await aContact(deps, card.id, { name })
  const payment = { alias: 'ada', act: 'pay', submissionId: randomUUID(), offer: 'PRO', amount: '15' } as const
  await recordBillingAction(deps, card.id, payment, async () => {})
  await deps.db.execute(sql`insert into visit_event (subject_id, at, id, name) values (${card.id}, now(), ${randomUUID()}, 'page_view')`)
  const signal = new AbortController().signal
  const { bytes } = await writeBackup(
    { ...deps, database: deps, storage: null, productVersion: readProductVersion(), signal },
    { file, passphrase: null },
  )
  console.log(`${file}: ${bytes} bytes`)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
