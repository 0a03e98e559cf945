import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { accounts } from '#server/accounts/tables.ts'
import { createApp, type App } from '#server/app.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { aDatabase } from '../harness/database.ts'
import { signedIn, type SignedIn } from '../harness/signed-in.ts'
import { patientWaits } from '../harness/patient-waits.ts'
import { startSite } from '../harness/site.ts'

/** The words about plans, as the catalogs use them. */
export const words = {
  'en-US':
    /\b(PRO|Pro|plans?|[Tt]rials?|upgrad\w+|Upgrad\w+|subscri\w+|Subscri\w+|[Bb]illing|[Ii]nvoices?|[Pp]ayments?|[Pp]rices?|[Pp]ricing)\b/,
  'fr-FR': /(?<![\p{L}-])(PRO|Pro|[Ff]ormules?|Essai|[Aa]bonne\w*|[Ff]actur\w*|[Pp]aiements?|[Pp]rix|[Tt]arifs?|[Gg]ratuit\w*)(?![\p{L}])/u,
}
export type Language = keyof typeof words
export const links = /href="[^"]*(\/subscription|change_subscription|\/billing|\/webhooks|\/plan")[^"]*"/

export const alias = 'ada-winter'

type Site = { url: string; app: App; owner: SignedIn; contactId: string }

/** For the tests of a file: a product without plans. The owner of a card, who is an administrator too, has seven contacts. */
export function aSiteWithoutPlans(): () => Site {
  const ends = new AsyncDisposableStack()
  let opened: Site | undefined
  beforeAll(async () => {
    const database = ends.use(await aDatabase())
    const dataDir = await mkdtemp(join(tmpdir(), 'carte-everything-'))
    ends.defer(() => rm(dataDir, { recursive: true, force: true }))
    const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, PLANS: 'off', LIMIT_FACTOR: '100', LOG_LEVEL: 'warn' }
    const { url } = ends.use(await startSite({ environment }))
    const app = ends.use(
      await createApp(readSettings({ ...environment, DEMO: 'off' }), { works: false, log: silentLog, pages: false, waits: patientWaits }),
    )
    // What is stored would show a free card and its offers.
    const card = await aCard(app.deps, {
      alias,
      plan: 'FREE',
      menus: [
        {
          key: 'listings',
          version: 3,
          type: 2,
          route: 'https://example.com/',
          label: 'Listings',
          weight: 99,
          show: true,
          cssClass: '',
          seoTitle: '',
          seoDescription: '',
          seoKeywords: '',
          editable: true,
        },
      ],
      experiments: [{ name: 'NotificationsSubscribe', enabled: true }],
    })
    let contactId = ''
    for (let count = 0; count < 7; count++) contactId = (await aContact(app.deps, card.id, { name: `Visitor ${count}` })).id
    const owner = await signedIn(app, card.id)
    await app.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, owner.accountId))
    opened = { url, app, owner, contactId }
  })
  afterAll(() => ends.disposeAsync())
  return () => {
    if (!opened) throw new Error('The site is not open.')
    return opened
  }
}

/** A page as the server sends it. */
export async function load(url: string, { language = 'en-US', cookie = '' }: { language?: Language; cookie?: string } = {}) {
  const answer = await fetch(url, { redirect: 'manual', headers: { 'accept-language': language, ...(cookie && { cookie }) } })
  return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() }
}
