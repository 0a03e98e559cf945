import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#server/accounts/tables.ts'
import { type App, createApp } from '#server/app.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { aDatabase } from '../harness/database.ts'
import { signedIn, type SignedIn } from '../harness/signed-in.ts'
import { patientWaits } from '../harness/patient-waits.ts'
import { startSite } from '../harness/site.ts'
import { cardHref, type CardPage, cardPages, ownerHref, type OwnerPage, ownerPages, restrictedHref, sideHref } from '#contract/pages.ts'
import type { Permission } from '#contract/permissions.ts'
import { subjects } from '#server/cards/tables.ts'
import { aVisitor } from '../harness/visitor.ts'
import { groupHref, groupNames } from '../../web/features/editor/sections.ts'

/** The words about plans, as the catalogs use them. */
const words = {
  'en-US':
    /\b(PRO|Pro|plans?|[Tt]rials?|upgrad\w+|Upgrad\w+|subscri\w+|Subscri\w+|[Bb]illing|[Ii]nvoices?|[Pp]ayments?|[Pp]rices?|[Pp]ricing)\b/,
  'fr-FR': /(?<![\p{L}-])(PRO|Pro|[Ff]ormules?|Essai|[Aa]bonne\w*|[Ff]actur\w*|[Pp]aiements?|[Pp]rix|[Tt]arifs?|[Gg]ratuit\w*)(?![\p{L}])/u,
}
type Language = keyof typeof words
const links = /href="[^"]*(\/subscription|change_subscription|\/billing|\/webhooks|\/plan")[^"]*"/

const alias = 'ada-winter'

type Site = { url: string; app: App; owner: SignedIn; contactId: string }

/** For the tests of a file: a product without plans. The owner of a card, who is an administrator too, has seven contacts. */
function aSiteWithoutPlans(): () => Site {
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
async function load(url: string, { language = 'en-US', cookie = '' }: { language?: Language; cookie?: string } = {}) {
  const answer = await fetch(url, { redirect: 'manual', headers: { 'accept-language': language, ...(cookie && { cookie }) } })
  return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() }
}

const site = aSiteWithoutPlans()

/** The settings that turn plans on, and the link to them. */
const planSettings = /<section aria-labelledby="settings-plans">[^]*?<\/section>|<li><a [^>]*\/setup\/plans"[^]*?<\/li>/g

/** What people and screen readers get of a page. */
function textOf(html: string): string {
  const body = html
    .replace(/<(script|style|template)\b[^]*?<\/\1>/g, ' ')
    .replace(/<!--[^]*?-->/g, '')
    .replace(planSettings, ' ')
  const attributes = [...body.matchAll(/\s(?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(([, text]) => text)
  const text = [body.replace(/<[^>]*>/g, ' '), ...attributes].join(' ').replace(/\s+/g, ' ')
  // Of devices, to notifications.
  return text.replace(/move subscriptions|reprendre les abonnements/g, '')
}

const visitorPages = [
  '/',
  '/maren/home',
  ...(Object.keys(cardPages) as CardPage[]).map((page) => cardHref({ alias }, page)),
  sideHref(alias, 'letsConnect'),
  sideHref(alias, 'install'),
  '/account/login',
  '/account/sign-up',
  '/setup',
  '/offline',
]
/** CONTACT stands for a contact’s id. */
const ownersPages = [
  '/account',
  '/account/privacy',
  '/account/new?submission=0198a8f2-5c1e-7b6a-9d3e-4f1a2b3c4d5e',
  ...groupNames.map((group) => groupHref(alias, group)),
  ...(Object.keys(ownerPages) as OwnerPage[]).filter((page) => page !== 'subscriptions').map((page) => ownerHref(alias, page)),
  `/${alias}/my-contacts?contact=CONTACT`,
  `/${alias}/my-contacts?contact=01890000-0000-7000-8000-000000000000`,
  sideHref(alias, 'emailSignature'),
  cardHref({ alias }, 'home'),
  cardHref({ alias }, 'settings'),
]
const adminPages = [
  '',
  '/cards',
  '/invitations',
  '/reports',
  '/jobs',
  '/mail',
  '/deliveries',
  '/backups',
  '/audit',
  '/setup',
  '/imports',
  '/blocked-hosts',
  '/reserved-addresses',
  '/releases',
  '/releases/tour',
  '/releases/story/labeled-contacts',
  `/cards/${alias}`,
  `/cards/${alias}/permissions`,
  `/cards/${alias}/activity`,
].map((path) => `/admin${path}`)

describe.each(Object.keys(words) as Language[])('in %s, nothing about plans is', (language) => {
  test.each([
    ['on a visitor’s page', visitorPages, false],
    ['on an owner’s page', ownersPages, true],
    ['on an admin page', adminPages, true],
  ])('%s', async (_, paths, isOwner) => {
    const { url, owner, contactId } = site()
    for (const path of paths) {
      const { status, html } = await load(url + path.replace('CONTACT', contactId), { language, cookie: isOwner ? owner.cookie : '' })
      expect(status, path).toBeLessThan(300)
      expect(words[language].exec(textOf(html))?.[0] ?? '', path).toBe('')
      expect(links.exec(html)?.[0] ?? '', path).toBe('')
    }
  })

  test('among the settings, but the one that turns them on', async () => {
    const { url, owner } = site()
    const { html } = await load(`${url}/admin/setup/plans`, { language, cookie: owner.cookie })
    expect([...html.matchAll(/id="setting-(\w+)"/g)].map(([, name]) => name)).toEqual(['PLANS'])
  })

  test('in an email or push notification', async () => {
    const catalog = JSON.parse(await readFile(new URL(`../../messages/${language}.json`, import.meta.url), 'utf8')) as Record<
      string,
      string
    >
    // No email of these kinds is sent without plans.
    const isSent = (key: string) => /^(mail|notification)\./.test(key) && !/^mail\.(trial-ends|payment-failed)\./.test(key)
    const sent = Object.entries(catalog).filter(([key]) => isSent(key))
    expect(sent.length).toBeGreaterThan(20)
    for (const [key, text] of sent) expect(words[language].exec(text)?.[0] ?? '', key).toBe('')
  })
})

test('the words are found where plans are on', () => {
  expect(textOf('<p title="Upgrade to Pro">x</p>')).toMatch(words['en-US'])
  expect(textOf('<span class="badge">Essai</span>')).toMatch(words['fr-FR'])
})

test('a page that an administrator turned off offers nothing', async () => {
  const { url, app } = site()
  const card = await aCard(app.deps)
  const revokedRights: Permission[] = ['ReviewMe', 'ConnectedClients', 'ConnectedClientLabels', 'EMailSignatures', 'AdvancedShare']
  await app.deps.db.update(subjects).set({ revokedRights }).where(eq(subjects.id, card.id))
  const other = await signedIn(app, card.id)
  for (const cookie of ['', other.cookie])
    expect(textOf((await load(url + restrictedHref({ alias: card.alias }, 'review'), { cookie })).html)).not.toMatch(words['en-US'])
  for (const path of [ownerHref(card.alias, 'myContacts'), ownerHref(card.alias, 'myAccount'), sideHref(card.alias, 'emailSignature')]) {
    const { html } = await load(url + path, other)
    expect(words['en-US'].exec(textOf(html))?.[0] ?? '', path).toBe('')
    expect(html, path).toContain('Your administrator can turn it on.')
  }
})

test('pages about plans lead to the account, and are not in the admin area', async () => {
  const { url, owner } = site()
  for (const path of [
    ownerHref(alias, 'subscriptions'),
    `${ownerHref(alias, 'subscriptions')}?change_subscription=yes`,
    '/account/subscription',
  ])
    expect(await load(url + path, owner), path).toMatchObject({ status: 302, to: '/account' })
  for (const path of ['/admin/billing', '/admin/webhooks', `/admin/cards/${alias}/plan`])
    expect((await load(url + path, owner)).status, path).toBe(404)
})

test('on a phone, the menus and the account page have no trace of plans', async () => {
  const { url, owner } = site()
  await using visitor = await aVisitor({ baseURL: url })
  const { page } = visitor
  await visitor.setSession(owner.cookie)
  const polls: string[] = []
  page.on('request', (request) => polls.push(request.url()))
  for (const path of ['/account', ownerHref(alias, 'myAccount'), ownerHref(alias, 'myContacts')]) {
    await visitor.open(path)
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('button', { name: 'More' }).click()
    await page.locator('#menu:popover-open').getByRole('link', { name: 'Email signature' }).waitFor()
    expect(await page.locator('body').innerText(), path).not.toMatch(words['en-US'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
  }
  await visitor.open(cardHref({ alias }, 'home'))
  await page.getByRole('button', { name: 'Share' }).first().click()
  expect(await page.locator('#share:popover-open').innerText()).not.toMatch(words['en-US'])
  expect(polls.filter((url) => url.includes('/me/mark/'))).toEqual([])
})
