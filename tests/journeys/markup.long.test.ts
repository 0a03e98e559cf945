import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { setOperator } from '#server/accounts/set-operator.ts'
import { aCard } from '../factories/cards.ts'
import { anEntry } from '../factories/contacts.ts'
import { aMenuItem, aReview } from '../factories/drafts.ts'
import { bitingLinks, runners, trap } from '../../lab/fuzz/strange.ts'
import { findMarkup, setTrap } from '../../lab/fuzz/look.ts'
import { operatorPaths } from '../../lab/fuzz/page-paths.ts'
import { plantDesk, type Planted } from '../../lab/fuzz/plant-desk.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { solveCaptcha } from '../harness/solve-captcha.ts'
import { signedIn, signedInAs, type SignedIn } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const house = await behindTheSite()
let card: { id: string; alias: string }
let owner: SignedIn
let contactId: string
let desk: Planted

/** Everything at once where there is room, one of them where there is not. */
const all = runners.join('\n')
const words = runners.filter((word) => word.length <= 80)
const word = (at: number) => words[at % words.length] ?? ''

beforeAll(async () => {
  card = await aCard(house.needs, {})
  owner = await signedIn(house, card.id)
  await house.needs.changes.write((tx) => setOperator(tx, owner.email, true))
  owner = await signedInAs(house, owner.email)
  await fillThroughTheDoors()
  await fillOldRows()
  desk = await plantDesk(house, { ...card, accountId: owner.accountId }, words)
})

/** What an owner may type, typed; what a visitor may leave, left. */
async function fillThroughTheDoors() {
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
    'phoneNumber',
    'officePhoneNumber',
    'directPhoneNumber',
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
  expect(saved.faults, 'it is typed where it may be').toEqual([])
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
      phoneNumber: word(at + 8),
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
    phoneNumber: `${word(7)} 1`,
    companyName: word(8),
    title: word(9),
    notes: all.slice(0, 4000),
  }
  await owner.call('contacts.submit', { input: anEntry({ alias, ...left, reCaptchaResponse, reCaptchaAction }) })
}

/** What no door lets in today may lie in a table since yesterday. */
async function fillOldRows() {
  const menus = bitingLinks.map((route, at) =>
    aMenuItem({ key: `m${at}`, route, label: word(at), seoTitle: word(at), cssClass: word(at), weight: at }),
  )
  const [link = ''] = bitingLinks
  await house.needs.changes.write(async (tx, tell) => {
    await tx.execute(sql`update subject set menus = ${JSON.stringify(menus)}::jsonb, video_url = ${link}, desktop_video_url = ${link},
      video_poster_url = ${link}, show_video_on_homepage = true, show_video_on_desktop_homepage = true,
      bio = ${all}, full_name = ${word(2)}, e_card_background_color = ${word(12)}, e_card_text_color = ${'red;background:url(javascript:window.__ran=1)'}
      where id = ${card.id}`)
    tell(`card:${card.id}`)
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

async function findIn(page: Page): Promise<string[]> {
  const found = await page.evaluate(findMarkup)
  return found.map((what) => `${new URL(page.url()).pathname}: ${what}`)
}

describe.each(['phone', 'desktop'] as const)('stored markup on a %s', (on) => {
  test('is text on every page of a card, and never runs', { timeout: 180_000 }, async () => {
    await using visitor = await aVisitor({ on })
    await visitor.page.addInitScript(setTrap)
    for (const segment of visitorsPages) {
      expect(await visitor.open(`/${card.alias}/${segment}`)).toBeLessThan(500)
      expect(await findIn(visitor.page)).toEqual([])
    }
    for (const runner of [...bitingLinks, ...words.slice(0, 6)]) {
      await visitor.open(`/account/login?returnUrl=${encodeURIComponent(runner)}&from=${encodeURIComponent(runner)}`)
      expect(await findIn(visitor.page)).toEqual([])
    }
  })
})

const ownersPaths = () => [
  ...ownersPages.map((segment) => `/${card.alias}/${segment}`),
  `/${card.alias}/my-contacts?contact=${contactId}`,
  `/${card.alias}/my-contacts?q=${encodeURIComponent(word(1))}`,
  // Where the words are cut stands half of a letter.
  `/${card.alias}/my-contacts?q=${'a'.repeat(199)}%F0%9F%91%A9`,
  '/account',
  `/account/edit/${card.alias}`,
]
const operatorsPaths = () => [
  ...operatorPaths.map((path) =>
    path
      .replace(':alias', card.alias)
      .replace(':import', desk.importId)
      .replace(':mail', desk.mailId)
      .replace(/:\w+/, encodeURIComponent(word(2))),
  ),
  '/admin/reports?q=closed',
  `/admin/cards?q=${encodeURIComponent(word(1))}`,
  `/admin/audit?q=${encodeURIComponent(word(1))}`,
]
/** Where words of others stand as they were written. */
const wordy = ['reports', 'jobs', 'mail', 'blocked-hosts', 'reserved-addresses', 'audit', 'imports', 'cards?q'].map(
  (place) => `/admin/${place}`,
)

describe.each([
  ['its owner', ownersPaths],
  ['its operator, with all that others send to the desk', operatorsPaths],
])('stored markup', (of, paths) => {
  test.each(['phone', 'desktop'] as const)(`is text on every page of ${of}, on a %s`, { timeout: 180_000 }, async (on) => {
    await using visitor = await aVisitor({ on })
    await visitor.page.addInitScript(setTrap)
    await visitor.wear(owner.cookie)
    // The list of cards shows those of other tests, whose photos have a revision and no file.
    visitor.allow(/status of 503.*\/client-image\//)
    for (const path of paths()) {
      expect(await visitor.open(path), path).toBeLessThan(500)
      await visitor.page.waitForLoadState('networkidle')
      expect(await findIn(visitor.page)).toEqual([])
      const isWordy = wordy.some((place) => path.startsWith(place)) && !path.includes('closed')
      const shown = await visitor.page.getByRole('main').innerText()
      expect(!isWordy || shown.includes(trap), `${path} shows the words`).toBe(true)
    }
  })
})
