import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { cardHref, cardPages, ownerHref, ownerPages, restrictedHref, sideHref, type CardPage, type OwnerPage } from '#contract/pages.ts'
import type { Permission } from '#contract/permissions.ts'
import { subjects } from '#server/cards/tables.ts'
import { aCard } from '../factories/cards.ts'
import { signedIn } from '../harness/signed-in.ts'
import { groupHref, groupNames } from '../../web/features/editor/sections.ts'
import { alias, aSiteWithoutPlans, links, load, words, type Language } from './without-plans-site.ts'

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
