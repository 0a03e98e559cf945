import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { placeHref } from '../../web/features/admin/admin-places.ts'
import { groupHref } from '../../web/features/editor/sections.ts'
import { aCard } from '../factories/cards.ts'
import { findLayoutIssues } from '../harness/find-layout-issues.ts'
import { signedInAs } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aSharedVisitor, aVisitor, hydrate } from '../harness/visitor.ts'
import { anAdministrator } from './admin-steps.ts'
import { aName } from './sign-up-steps.ts'
import { adminPages, alias, ownersPages } from './widths-steps.ts'

const app = await siteApp()
const widths = [320, 390, 600, 768, 820, 1024, 1100, 1180, 1280, 1440, 1920]
/** High enough for most pages: what fits must not scroll. */
const height = 2400

const roles = {
  'an owner': { paths: ownersPages, signIn: () => signedInAs(app, `${alias}@example.com`) },
  'an administrator': { paths: adminPages, signIn: anAdministrator },
}

describe.each(['en-US', 'fr-FR'])('in %s', (locale) => {
  describe.each(['an owner', 'an administrator'] as const)('for %s', (who) => {
    const { paths, signIn } = roles[who]
    const shared = aSharedVisitor({ on: 'desktop', locale, viewport: { width: 390, height }, reducedMotion: 'reduce' })
    beforeAll(async () => (await shared()).setSession((await signIn()).cookie))

    test.each(paths)('%s is right at every width', async (path) => {
      const { page, open } = await shared()
      await page.setViewportSize({ width: 390, height })
      expect(await open(path)).toBe(200)
      await hydrate(page)
      expect((await issuesAtEachWidth(page)).join('\n')).toBe('')
    })
  })
})

test.each(['en-US', 'fr-FR', 'fr-CA', 'ro'])(
  'in %s the list of cards has room for the longest states and the row’s menu',
  async (locale) => {
    const lastName = aName()
    const card = { companyName: 'Alder & Montgomery', fullName: `Alexandria ${lastName}` }
    await aCard(app.deps, { ...card, eCardEnabled: false })
    await aCard(app.deps, { ...card, isCardDisabled: true })
    await aCard(app.deps, card)
    await using visitor = await aVisitor({ on: 'desktop', locale, viewport: { width: 390, height }, reducedMotion: 'reduce' })
    const { page } = visitor
    await visitor.setSession((await anAdministrator()).cookie)
    await visitor.open(`${placeHref('/cards')}?q=${lastName}`)
    await hydrate(page)
    expect(await page.getByRole('row').count()).toBe(4)
    expect((await issuesAtEachWidth(page)).join('\n')).toBe('')
  },
)

test('in ro the head of the editor has room for its words', async () => {
  await using visitor = await aVisitor({ on: 'desktop', locale: 'ro', viewport: { width: 390, height }, reducedMotion: 'reduce' })
  const { page } = visitor
  await visitor.setSession((await signedInAs(app, `${alias}@example.com`)).cookie)
  await visitor.open(groupHref(alias, 'profile'))
  await hydrate(page)
  expect((await issuesAtEachWidth(page)).join('\n')).toBe('')
})

test('headings without a path above them begin at the same height', async () => {
  await using visitor = await aVisitor({ on: 'desktop' })
  const { page } = visitor
  const tops: [string, number][] = []
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height })
    for (const [cookie, paths] of [
      [(await signedInAs(app, `${alias}@example.com`)).cookie, ownersPages],
      [(await anAdministrator()).cookie, adminPages],
    ] as const) {
      await visitor.setSession(cookie)
      for (const path of paths) {
        expect(await visitor.open(path)).toBe(200)
        const found = await page.evaluate(() => {
          const words = document.querySelector('.ui-page-header:not(:has(nav)) h1')?.firstChild
          if (!words) return null
          const range = document.createRange()
          range.selectNodeContents(words)
          return range.getBoundingClientRect().top
        })
        if (found !== null) tops.push([`${width} ${path}`, found])
      }
    }
  }
  const first = new Map(tops.toReversed().map(([at, top]) => [at.split(' ')[0], top]))
  expect(first.size).toBe(2)
  expect(tops.filter(([at, top]) => top !== first.get(at.split(' ')[0]))).toEqual([])
})

async function issuesAtEachWidth(page: Page): Promise<string[]> {
  const issues: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
    issues.push(...(await findLayoutIssues(page)).map((issue) => `${width} px: ${issue}`))
  }
  return issues
}
