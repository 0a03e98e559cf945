import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { cardHref, cardPages, ownerHref, sideHref, type CardPage } from '#contract/pages.ts'
import { anyCardHref } from '../../web/features/admin/admin-places.ts'
import { groupHref } from '../../web/features/editor/sections.ts'
import { signedIn } from '../harness/signed-in.ts'
import { findCoveredControls } from '../harness/find-layout-issues.ts'
import { siteApp } from '../harness/site-app.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { aVisitor, hydrate, suppressForm } from '../harness/visitor.ts'
import { anAdmin } from './admin-steps.ts'
import { waitForSection } from './editor-steps.ts'
import { setState } from './subscription-steps.ts'
import { alias as demo, ownersPages } from './widths-steps.ts'

const app = await siteApp()
const newest = { version: '99.0.0', versionNumber: '99.0.0', date: '2020-01-01', versionHistory: '', updates: ['Two'], versionUpdates: [] }
const goOffline = async (page: Page) => {
  await page.context().setOffline(true)
  await page.locator('.connection.visible').waitFor()
}

/** The owner of a card whose trial ends soon. */
async function anOwner(on: 'phone' | 'desktop' = 'phone') {
  const card = await aCard(app.deps, { plan: 'FREE' })
  await setState(card, 'trial', { trialEndsAt: new Date(app.deps.clock.now().getTime() + 5 * 86_400_000) })
  await aContact(app.deps, card.id, { name: 'Tobias' })
  const visitor = await aVisitor({ on, reducedMotion: 'reduce' })
  visitor.allow(/401|ERR_FAILED|fetching the script/)
  const { cookie, call } = await signedIn(app, card.id)
  await visitor.setSession(cookie)
  return { ...visitor, card, alias: card.alias, call }
}

const paths = ownersPages.filter((path) => !path.startsWith('/account/new'))
const isEditor = (path: string) => path.startsWith('/account/edit')
/** The pages of an account have no notice: they don’t open offline. */
const hasNotices = (path: string) => isEditor(path) || !path.startsWith('/account')

describe('no notice covers a control at 390x844', () => {
  test.each(paths)('of %s: the trial’s banner, a new version, no connection, a toast', async (path) => {
    await using owner = await anOwner()
    const { page, alias } = owner
    await page.route('**/latest-version-history/**', (route) => route.fulfill({ json: newest }))
    expect(await owner.open(path.replace(demo, alias))).toBe(200)
    await hydrate(page)
    const covered = await findCoveredControls(page)
    const look = async (notice: string) => covered.push(...(await findCoveredControls(page)).map((issue) => `${notice}: ${issue}`))
    if (hasNotices(path)) {
      await page.locator('.new-version.visible').waitFor()
      await look('a new version')
      await goOffline(page)
      await look('offline')
      await page.context().setOffline(false)
      // The pointer over it keeps it there.
      await page.locator('.ui-toast-place:popover-open').dispatchEvent('pointerover')
      await look('a toast')
    }
    expect(covered.join('\n')).toBe('')
  })

  test.each(paths.filter(isEditor))('of %s: the bar that publishes, alone and with no connection', async (path) => {
    await using owner = await anOwner()
    const { page, alias } = owner
    await owner.call('cards.saveDraft', { input: { alias, revision: 0, changes: { title: 'Broker of the year' }, removed: [] } })
    expect(await owner.open(path.replace(demo, alias))).toBe(200)
    await hydrate(page)
    await page.locator('.publish-bar').waitFor()
    expect(await findCoveredControls(page)).toEqual([])
    // One bar: it takes the dock's place.
    expect(await page.locator('.shell-dock').isVisible()).toBe(false)
    await page.locator('.connection').waitFor({ state: 'attached' })
    await goOffline(page)
    expect(await findCoveredControls(page)).toEqual([])
  })

  test.each([...(Object.keys(cardPages) as CardPage[]).map((page) => cardHref({ alias: demo }, page)), sideHref(demo, 'letsConnect')])(
    'of %s: no connection',
    async (path) => {
      await using visitor = await aVisitor({ reducedMotion: 'reduce' })
      const { page } = visitor
      visitor.allow(/401|ERR_FAILED/)
      await suppressForm(page, demo)
      expect(await visitor.open(path)).toBe(200)
      await hydrate(page)
      await page.locator('.connection').waitFor({ state: 'attached' })
      await goOffline(page)
      expect(await findCoveredControls(page)).toEqual([])
    },
  )

  test('of a card that is only viewed: no connection', async () => {
    await using visitor = await aVisitor({ reducedMotion: 'reduce' })
    const { page } = visitor
    await suppressForm(page, demo)
    await visitor.open(cardHref({ alias: demo }, 'home'))
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/start-')))
    await page.context().setOffline(true)
    await page.getByRole('status').filter({ hasText: 'No Internet Connection' }).waitFor()
    expect(await findCoveredControls(page)).toEqual([])
  })
})

describe('no bar covers what gets the focus', () => {
  test('of contacts that are selected', async () => {
    await using owner = await anOwner()
    const { page, card, alias } = owner
    for (let at = 0; at < 12; at++) await aContact(app.deps, card.id, { name: `Contact ${at}` })
    await owner.open(`${ownerHref(alias, 'myContacts')}?select=on`)
    await hydrate(page)
    await page.getByRole('checkbox', { name: /Contact 3/ }).check()
    expect(await findCoveredControls(page)).toEqual([])
  })

  test('of permissions, of which many were changed', async () => {
    await using admin = await anAdmin({ reducedMotion: 'reduce' })
    const { page, visitor } = admin
    await visitor.open(`${anyCardHref(demo, 'permissions')}?show=all`)
    await hydrate(page)
    for (const never of (await page.getByRole('radio', { name: 'Never' }).all()).slice(0, 12)) await never.check({ force: true })
    await page.getByText('12 unsaved changes').waitFor()
    expect(await findCoveredControls(page, { isUnscrolled: true })).toEqual([])
  })

  test('of the print page on a narrow phone, below a preview that stays', async () => {
    await using owner = await anOwner()
    const { page, alias } = owner
    await page.setViewportSize({ width: 320, height: 844 })
    await owner.open(ownerHref(alias, 'print'))
    await hydrate(page)
    expect(await findCoveredControls(page, { isUnscrolled: true })).toEqual([])
  })

  test('of the owner’s own card, which offers PRO', async () => {
    await using owner = await anOwner()
    const { page, card, alias } = owner
    await setState(card, 'FREE')
    await owner.open(cardHref({ alias }, 'home'))
    await hydrate(page)
    await page.getByRole('region', { name: 'Upgrade to Pro' }).waitFor()
    expect(await findCoveredControls(page)).toEqual([])
  })

  test.each([cardHref({ alias: demo }, 'home'), cardHref({ alias: demo }, 'reviews')])('of %s on a wide screen', async (path) => {
    await using visitor = await aVisitor({ on: 'desktop', reducedMotion: 'reduce' })
    const { page } = visitor
    visitor.allow(/401/)
    await suppressForm(page, demo)
    await visitor.open(path)
    await hydrate(page)
    expect(await findCoveredControls(page)).toEqual([])
  })

  test('of the editor on a wide screen, with the bar that publishes', async () => {
    await using owner = await anOwner('desktop')
    const { page, alias } = owner
    await owner.call('cards.saveDraft', { input: { alias, revision: 0, changes: { title: 'Broker of the year' }, removed: [] } })
    await owner.open(groupHref(alias, 'profile'))
    await hydrate(page)
    await page.locator('.publish-bar').waitFor()
    await waitForSection(page)
    expect(await findCoveredControls(page)).toEqual([])
  })
})
