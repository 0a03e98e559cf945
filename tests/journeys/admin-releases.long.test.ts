import { eq } from 'drizzle-orm'
import type { BrowserContextOptions } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { releaseTags } from '#contract/cards/releases.ts'
import { accounts } from '#server/accounts/tables.ts'
import { publications, releases } from '#server/releases/tables.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { inBothSchemes } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const app = await siteApp()
/** Removes what a test published, so that no other test or journey finds it. */
const deleteReleases = () =>
  app.deps.changes.write(async (tx, notify) => {
    notify('installation:releases')
    await tx.delete(publications)
    await tx.delete(releases)
  })
beforeEach(deleteReleases)
afterAll(deleteReleases)

async function aUser({ isAdmin, ...options }: { isAdmin: boolean; on?: 'phone' | 'narrow' | 'desktop' } & BrowserContextOptions) {
  const owner = await signedIn(app, (await aCard(app.deps)).id)
  await app.deps.db.update(accounts).set({ isAdmin }).where(eq(accounts.id, owner.accountId))
  const visitor = await aVisitor(options)
  await visitor.setSession(owner.cookie)
  return { owner, visitor, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

type User = Awaited<ReturnType<typeof aUser>>
const readStories = ({ owner }: User) => owner.call('releases.stories', { input: { stories: releaseTags.stories } })

describe('stories, tour and release notes', () => {
  test('without scripts a story is written, edited, published with a picture and removed', async () => {
    await using admin = await aUser({ isAdmin: true, on: 'desktop', javaScriptEnabled: false })
    const { page, visitor } = admin
    await visitor.open('/admin/releases')
    await page.getByRole('link', { name: 'New story' }).click()
    const slide = page.getByRole('group', { name: 'Slide 1' })
    await slide.getByLabel('Title', { exact: true }).fill('Open house, open card')
    await slide.getByLabel('Button link').fill('//evil.example')
    await slide.getByLabel('Button text').fill('Show me')
    const picture = await sharp({ create: { width: 800, height: 1200, channels: 3, background: '#cfe0e4' } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    await slide.getByLabel('Image', { exact: true }).setInputFiles({ name: 'sign.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('button', { name: 'Publish' }).click()

    await page.getByRole('alert').getByText('Not published').waitFor()
    expect(await slide.getByLabel('Button link').getAttribute('aria-invalid')).toBe('true')
    expect(await slide.getByLabel('Title', { exact: true }).inputValue()).toBe('Open house, open card')
    await slide.getByLabel('Button link').fill('/{alias}/home')
    await page.getByRole('button', { name: 'Publish' }).click()

    await page.getByRole('status').getByText('Published.').waitFor()
    const [first, ...others] = await readStories(admin)
    expect(first).toMatchObject({ storyId: 'open-house-open-card', updateTitle: 'What’s new in Carte' })
    expect(first?.stories[0]).toMatchObject({ action: { label: 'Show me', href: '/{alias}/home' } })
    expect(others).toHaveLength(3)
    // Sent once, although the first click was rejected.
    expect((await page.request.get(first?.stories[0]?.url ?? '')).headers()['content-type']).toBe('image/webp')

    await page.getByRole('button', { name: 'Save as draft' }).click()
    await page.getByText('No one can see it yet').waitFor()
    expect(await readStories(admin)).toEqual(others)
    await page.getByRole('link', { name: 'Remove this story' }).click()
    await page.getByRole('button', { name: 'Remove this story' }).click()
    await page.getByRole('status').getByText('Removed.').waitFor()
    expect(await page.getByText('Open house, open card').count()).toBe(0)
  })

  test('TOUR-1 VER-1 tour and release notes are published; built-in ones are restored', async () => {
    await using admin = await aUser({ isAdmin: true })
    const { page, visitor, owner } = admin
    const titles = async () =>
      (await owner.call('releases.tourSteps', { params: { tour: releaseTags.tour } })).virtualTour.virtualTourSteps.map(
        ({ title }) => title,
      )
    await visitor.open('/admin/releases/tour')
    await page.getByRole('group', { name: 'Step 1 of 4' }).getByLabel('Title', { exact: true }).fill('Here you share')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('status').getByText('Published.').waitFor()
    expect((await titles())[0]).toBe('Here you share')
    await page.getByRole('link', { name: 'Restore built-in content' }).click()
    await page.getByRole('button', { name: 'Restore built-in content' }).click()
    await page.getByText('Built-in content restored.').waitFor()
    expect((await titles())[0]).toBe('Share your card')

    await page.getByRole('link', { name: 'New release note' }).click()
    await page.getByLabel('Version', { exact: true }).fill('newest')
    await page.getByLabel('What’s new').fill('A better code\nStories by keyboard')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Enter a version such as 3.10.17').waitFor()
    await page.getByLabel('Version', { exact: true }).fill('9.4.0')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('link', { name: /^9\.4\.0.*2 new items/ }).waitFor()
    const [newest] = await owner.call('releases.history', { params: { versionType: 'Production' } })
    expect(newest).toMatchObject({ version: '9.4.0', updates: ['A better code', 'Stories by keyboard'] })
  })

  test('for others the page looks like an unknown address', async () => {
    await using owner = await aUser({ isAdmin: false })
    await using stranger = await aVisitor()
    for (const { visitor, page } of [owner, { visitor: stranger, page: stranger.page }])
      for (const path of ['', '/tour', '/story/yard-sign', '/version/new']) {
        expect(await visitor.open(`/admin/releases${path}`)).toBe(404)
        await page.getByRole('heading', { name: 'Card not found' }).waitFor()
      }
  })

  test('is accessible, light and dark, and fits a narrow phone', async () => {
    await using admin = await aUser({ isAdmin: true, on: 'narrow' })
    const { page, visitor } = admin
    for (const path of ['', '/tour', '/story/yard-sign', '/version/new']) {
      await visitor.open(`/admin/releases${path}`)
      for (const [colorScheme, findIssues] of inBothSchemes) {
        await page.emulateMedia({ colorScheme })
        expect(await findIssues(page), `${path} ${colorScheme}`).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
    }
  })
})
