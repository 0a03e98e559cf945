import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { placeHref } from '../../web/features/admin/admin-places.ts'
import { groupHref } from '../../web/features/editor/sections.ts'
import { aCard } from '../factories/cards.ts'
import { findLayoutIssues } from '../harness/find-layout-issues.ts'
import { signedInAs } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aSharedVisitor, aVisitor, hydrate, resize } from '../harness/visitor.ts'
import { anAdministrator } from './admin-steps.ts'
import { aName } from './sign-up-steps.ts'
import { adminPages, alias, ownersPages } from './widths-steps.ts'

const app = await siteApp()
const widths = [320, 390, 600, 768, 820, 1024, 1100, 1180, 1280, 1440, 1920]
/** High enough for most pages: what fits must not scroll. */
const height = 2400

/** Where the words of the heading begin on each page of the tests below, in English at the usual widths. */
const headingTops: { path: string; width: number; top: number }[] = []

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
      await page.setViewportSize({ width: 320, height })
      expect(await open(path)).toBe(200)
      await hydrate(page)
      const issues = await issuesAtEachWidth(page, async (width) => {
        const top = locale === 'en-US' && [390, 1440].includes(width) ? await page.evaluate(findHeadingTop) : null
        if (top !== null) headingTops.push({ path, width, top })
      })
      expect(issues.join('\n')).toBe('')
    })
  })
})

test('headings without a path above them begin at the same height', () => {
  const first = new Map(headingTops.toReversed().map(({ width, top }) => [width, top]))
  expect(first.size).toBe(2)
  expect(headingTops.filter(({ width, top }) => top !== first.get(width))).toEqual([])
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

async function issuesAtEachWidth(page: Page, look = async (_width: number) => {}): Promise<string[]> {
  const issues: string[] = []
  for (const width of widths) {
    await resize(page, { width, height })
    issues.push(...(await findLayoutIssues(page)).map((issue) => `${width} px: ${issue}`))
    await look(width)
  }
  return issues
}

/** Runs in the page: the top of its heading's words, if no path is above it. */
function findHeadingTop() {
  const words = document.querySelector('.ui-page-header:not(:has(nav)) h1')?.firstChild
  if (!words) return null
  const range = document.createRange()
  range.selectNodeContents(words)
  return range.getBoundingClientRect().top
}
