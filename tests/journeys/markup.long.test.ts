import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { setAdmin } from '#server/accounts/set-admin.ts'
import { aCard } from '../factories/cards.ts'
import { anEntry } from '../factories/contacts.ts'
import { aMenuItem, aReview } from '../factories/drafts.ts'
import { unsafeLinks, xssPayloads, trap } from '../../lab/fuzz/strange.ts'
import { findMarkup, setTrap } from '../../lab/fuzz/check-pages.ts'
import { adminPaths } from '../../lab/fuzz/page-paths.ts'
import { seedAdmin, type SeededRows } from '../../lab/fuzz/seed-admin.ts'
import { siteApp } from '../harness/site-app.ts'
import { solveCaptcha } from '../harness/solve-captcha.ts'
import { signedIn, signedInAs, type SignedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate, resize } from '../harness/visitor.ts'

const app = await siteApp()
let card: { id: string; alias: string }
let owner: SignedIn
let contactId: string
let adminRows: SeededRows

/** All at once in long fields, one of them in short fields. */
const all = xssPayloads.join('\n')
const words = xssPayloads.filter((word) => word.length <= 80)
const word = (at: number) => words[at % words.length] ?? ''

beforeAll(async () => {
  card = await aCard(app.deps, {})
  owner = await signedIn(app, card.id)
  await app.deps.changes.write((tx) => setAdmin(tx, owner.email, true))
  owner = await signedInAs(app, owner.email)
  await fillThroughForms()
  await fillOldRows()
  adminRows = await seedAdmin(app, { ...card, accountId: owner.accountId }, words)
})

/** Fills every field of an owner and every form of a visitor. */
async function fillThroughForms() {
  const lines = [
    'firstName',
    'lastName',
    'fullName',
    'title',
    'companyName',
    'companyAddress',
    'companyCity',
    'companyState',
    'companyZip',
    'companyCountry',
    'tags',
    'eCardTheme',
    'zillowWebServicesId',
  ] as const
  const changes = {
    ...Object.fromEntries(lines.map((name, at) => [name, word(at)])),
    bio: all,
    digitalBusinessCardMetaDescription: all.slice(0, 400),
    digitalBusinessCardMetaKeywords: all.slice(-400),
    shareByEmailBody: all.slice(0, 4000),
    shareBySmsBody: all.slice(0, 4000),
    reviewByEmailBody: all.slice(0, 4000),
    reviewBySmsBody: all.slice(0, 4000),
    reviews: words
      .slice(0, 20)
      .map((text, at) => aReview({ key: `r${at}`, source: text, title: text, review: text, reviewer: text, show: true })),
    'settings.tagLine': { show: true, text: word(3) },
    'settings.licenseNumber': { show: true, number: word(4) },
  }
  const { alias } = card
  const saved = await owner.call('cards.saveDraft', { input: { alias, revision: 0, changes, removed: [] } })
  expect(saved.issues, 'it is typed where it may be').toEqual([])
  await owner.call('cards.publishDraft', { input: { alias, revision: saved.revision } })
  for (let at = 0; at < 5; at++) {
    const entry = {
      name: word(at),
      lastName: word(at + 1),
      companyName: word(at + 2),
      title: word(at + 3),
      address: word(at + 4),
      city: word(at + 5),
      state: word(at + 6),
      zip: word(at + 7),
      notes: all.slice(0, 4000),
      phoneNumber: '',
    }
    const input = {
      alias: card.alias,
      submissionId: randomUUID(),
      emailAddress: 'a@example.com',
      ...entry,
      tags: words.slice(0, 8).map((text) => text.slice(0, 60)),
    }
    contactId = (await owner.call('contacts.create', { input })).id
  }
  const reCaptchaAction = 'carte/connect_client'
  const reCaptchaResponse = await solveCaptcha(await owner.call('contacts.challenge', { query: { alias, action: reCaptchaAction } }))
  const left = {
    name: word(5),
    lastName: word(6),
    companyName: word(8),
    title: word(9),
    notes: all.slice(0, 4000),
  }
  await owner.call('contacts.submit', { input: anEntry({ alias, ...left, reCaptchaResponse, reCaptchaAction }) })
}

/** Old rows may contain what no endpoint accepts today. */
async function fillOldRows() {
  const menus = unsafeLinks.map((route, at) =>
    aMenuItem({ key: `m${at}`, route, label: word(at), seoTitle: word(at), cssClass: word(at), weight: at }),
  )
  const [link = ''] = unsafeLinks
  await app.deps.changes.write(async (tx, notify) => {
    await tx.execute(sql`update subject set menus = ${JSON.stringify(menus)}::jsonb, video_url = ${link}, desktop_video_url = ${link},
      video_poster_url = ${link}, phone_number = ${word(10)}, office_phone_number = ${word(11)}, direct_phone_number = ${word(12)}, show_video_on_homepage = true, show_video_on_desktop_homepage = true,
      bio = ${all}, full_name = ${word(2)}, e_card_background_color = ${word(12)}, e_card_text_color = ${'red;background:url(javascript:window.__ran=1)'}
      where id = ${card.id}`)
    await tx.execute(sql`update contact set phone_number = ${word(7)} where subject_id = ${card.id}`)
    notify(`card:${card.id}`)
  })
}

const visitorsPages = [
  'home',
  'about',
  'reviews',
  'review',
  'v-card',
  'contact',
  'connect',
  'settings',
  'install',
  'lets-connect',
  'email-signature',
  'login',
]
const ownersPages = ['my-account', 'my-contacts', 'my-notifications', 'analytics', 'subscriptions']

/** At the width of a phone, and of the desktop that gets all of the page. */
async function findTraps(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of [390, 1440]) {
    await resize(page, { width, height: 900 })
    found.push(...(await page.evaluate(findMarkup)))
  }
  return found.map((what) => `${new URL(page.url()).pathname}: ${what}`)
}

describe('stored markup, at the width of a phone and of a desktop,', () => {
  test('is text on every page of a card, and never runs', { timeout: 180_000 }, async () => {
    await using visitor = await aVisitor({ on: 'desktop' })
    await visitor.page.addInitScript(setTrap)
    for (const segment of visitorsPages) {
      expect(await visitor.open(`/${card.alias}/${segment}`)).toBeLessThan(500)
      expect(await findTraps(visitor.page)).toEqual([])
    }
    for (const runner of [...unsafeLinks, ...words.slice(0, 6)]) {
      await visitor.open(`/account/login?returnUrl=${encodeURIComponent(runner)}&from=${encodeURIComponent(runner)}`)
      expect(await visitor.page.evaluate(findMarkup), runner).toEqual([])
    }
  })
})

const ownersPaths = () => [
  ...ownersPages.map((segment) => `/${card.alias}/${segment}`),
  `/${card.alias}/my-contacts?contact=${contactId}`,
  `/${card.alias}/my-contacts?q=${encodeURIComponent(word(1))}`,
  // The text is cut in the middle of a surrogate pair.
  `/${card.alias}/my-contacts?q=${'a'.repeat(199)}%F0%9F%91%A9`,
  '/account',
  `/account/edit/${card.alias}`,
]
const adminPagePaths = () => [
  ...adminPaths.map((path) =>
    path
      .replace(':alias', card.alias)
      .replace(':import', adminRows.importId)
      .replace(':mail', adminRows.mailId)
      .replace(/:\w+/, encodeURIComponent(word(2))),
  ),
  '/admin/reports?state=closed',
  `/admin/cards?q=${encodeURIComponent(word(1))}`,
  `/admin/audit?q=${encodeURIComponent(word(1))}`,
]
/** Pages that show texts of other people as they were entered. */
const wordy = ['reports', 'jobs', 'mail', 'blocked-hosts', 'reserved-addresses', 'audit', 'imports', 'cards?q'].map(
  (place) => `/admin/${place}`,
)

describe.each([
  ['its owner', ownersPaths],
  ['the admin, with all that others submit', adminPagePaths],
])('stored markup, at the width of a phone and of a desktop,', (of, paths) => {
  test(`is text on every page of ${of}`, { timeout: 180_000 }, async () => {
    await using visitor = await aVisitor({ on: 'desktop' })
    await visitor.page.addInitScript(setTrap)
    await visitor.setSession(owner.cookie)
    // The list of cards includes those of other tests, whose photos have a revision and no file.
    visitor.allow(/status of 503.*\/client-image\//)
    for (const path of paths()) {
      expect(await visitor.open(path), path).toBeLessThan(500)
      await hydrate(visitor.page)
      expect(await findTraps(visitor.page)).toEqual([])
      const isWordy = wordy.some((place) => path.startsWith(place)) && !path.includes('closed')
      const rendered = await visitor.page.getByRole('main').innerText()
      expect(!isWordy || rendered.includes(trap), `${path} shows the words`).toBe(true)
    }
  })
})
