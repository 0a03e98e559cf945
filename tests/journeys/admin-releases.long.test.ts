import { eq } from 'drizzle-orm'
import type { BrowserContextOptions } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { releaseTags } from '#contract/cards/releases.ts'
import { accounts } from '#server/accounts/tables.ts'
import { publications, releases } from '#server/releases/tables.ts'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const house = await behindTheSite()
/** What one test publishes is not what the next one finds, nor any other journey. */
const takeBack = () =>
  house.needs.changes.write(async (tx, tell) => {
    tell('installation:releases')
    await tx.delete(publications)
    await tx.delete(releases)
  })
beforeEach(takeBack)
afterAll(takeBack)

async function somebody({ isOperator, ...wishes }: { isOperator: boolean; on?: 'phone' | 'narrow' | 'desktop' } & BrowserContextOptions) {
  const owner = await signedIn(house, (await aCard(house.needs)).id)
  await house.needs.db.update(accounts).set({ isOperator }).where(eq(accounts.id, owner.accountId))
  const visitor = await aVisitor(wishes)
  await visitor.wear(owner.cookie)
  return { owner, visitor, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

type Somebody = Awaited<ReturnType<typeof somebody>>
const readBy = ({ owner }: Somebody) => owner.call('releases.stories', { input: { stories: releaseTags.stories } })

describe('stories, tour and release notes', () => {
  test('without a script a story is written, mended, published with its picture, and removed', async () => {
    await using operator = await somebody({ isOperator: true, on: 'desktop', javaScriptEnabled: false })
    const { page, visitor } = operator
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
    const [first, ...others] = await readBy(operator)
    expect(first).toMatchObject({ storyId: 'open-house-open-card', updateTitle: 'What’s new in Carte' })
    expect(first?.stories[0]).toMatchObject({ action: { label: 'Show me', href: '/{alias}/home' } })
    expect(others).toHaveLength(3)
    // Sent once, although the first press was refused.
    expect((await page.request.get(first?.stories[0]?.url ?? '')).headers()['content-type']).toBe('image/webp')

    await page.getByRole('button', { name: 'Save as draft' }).click()
    await page.getByText('No one can see it yet').waitFor()
    expect(await readBy(operator)).toEqual(others)
    await page.getByRole('link', { name: 'Remove this story' }).click()
    await page.getByRole('button', { name: 'Remove this story' }).click()
    await page.getByRole('status').getByText('Removed.').waitFor()
    expect(await page.getByText('Open house, open card').count()).toBe(0)
  })

  test('TOUR-1 VER-1 the tour and a version are told there, and ours come back', async () => {
    await using operator = await somebody({ isOperator: true })
    const { page, visitor, owner } = operator
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
    await page.getByLabel('What is new').fill('A better code\nStories by keyboard')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Enter a version such as 1.4.0').waitFor()
    await page.getByLabel('Version', { exact: true }).fill('9.4.0')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('link', { name: /^9\.4\.0.*2 new items/ }).waitFor()
    const [newest] = await owner.call('releases.history', { params: { versionType: 'Production' } })
    expect(newest).toMatchObject({ version: '9.4.0', updates: ['A better code', 'Stories by keyboard'] })
  })

  test('for everybody else it looks like any name that nobody has', async () => {
    await using owner = await somebody({ isOperator: false })
    await using stranger = await aVisitor()
    for (const { visitor, page } of [owner, { visitor: stranger, page: stranger.page }])
      for (const path of ['', '/tour', '/story/yard-sign', '/version/new']) {
        expect(await visitor.open(`/admin/releases${path}`)).toBe(404)
        await page.getByRole('heading', { name: 'Card not found' }).waitFor()
      }
  })

  test('keeps nobody out, light and dark, and fits a narrow phone', async () => {
    await using operator = await somebody({ isOperator: true, on: 'narrow' })
    const { page, visitor } = operator
    for (const path of ['', '/tour', '/story/yard-sign', '/version/new']) {
      await visitor.open(`/admin/releases${path}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await findBarriers(page), `${path} ${colorScheme}`).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
    }
  })
})
