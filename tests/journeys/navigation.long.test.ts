import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { visitDays } from '#server/visits/tables.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { eventually } from '../harness/eventually.ts'
import { aVisitor, hydrate, suppressForm, type Visitor } from '../harness/visitor.ts'

const app = await siteApp()

const person = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'

describe('moving between pages', () => {
  test('ROUTE-6 keeps the frame, closes the menu, scrolls to the top, announces the page', async () => {
    await using visitor = await aVisitor({ reducedMotion: 'reduce' })
    await suppressForm(visitor.page, 'maren')
    await visitor.open('/maren/home')
    await hydrate(visitor.page)
    const { page } = visitor
    await page.evaluate(() => {
      Object.assign(globalThis, { isSamePage: true })
      scrollTo(0, 400)
    })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'About Me' }).click()

    await page.getByRole('heading', { level: 1, name: 'About Me' }).waitFor()
    await eventually(async () => expect(await page.evaluate(() => scrollY)).toBe(0))
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' })
    expect(await page.title()).toBe('Maren Holloway | About Me | Carte')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  })

  test('a page looks the same by a click and by its address', async () => {
    const stylesOf = async (visitor: Visitor) => {
      const heading = visitor.page.getByRole('heading', { level: 1, name: 'Contact Me' })
      await heading.waitFor()
      return heading.evaluate((element) => {
        const { fontSize, fontWeight, color } = getComputedStyle(element)
        const row = document.querySelector('.plate-list > li')
        return { fontSize, fontWeight, color, row: row && getComputedStyle(row).minHeight, top: element.getBoundingClientRect().top }
      })
    }
    await using opened = await aVisitor()
    await opened.open('/julian/contact')
    await using walked = await aVisitor()
    await walked.open('/julian/home')
    await hydrate(walked.page)
    await walked.page.getByRole('button', { name: 'Open menu' }).click()
    await walked.page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact Me' }).click()
    expect(await stylesOf(walked)).toEqual(await stylesOf(opened))
  })

  test('also on a wide screen, where the home has styles of its own further down', async () => {
    const cardOf = async ({ page }: Visitor) => {
      const card = page.locator('.review').first()
      await card.waitFor()
      return card.evaluate((element) => {
        const { paddingTop, borderRadius } = getComputedStyle(element)
        return { paddingTop, borderRadius, width: element.getBoundingClientRect().width }
      })
    }
    await using opened = await aVisitor({ on: 'desktop' })
    await opened.open('/maren/reviews')
    await using walked = await aVisitor({ on: 'desktop' })
    await walked.open('/maren/home')
    await hydrate(walked.page)
    await walked.page.getByRole('link', { name: 'My Reviews' }).first().click()
    await walked.page.getByRole('heading', { level: 1, name: 'My Reviews' }).waitFor()
    expect(await cardOf(walked)).toEqual(await cardOf(opened))
  })
})

describe('a visit', () => {
  const countsOf = async (subjectId: string) => {
    const rows = await app.deps.db.select().from(visitDays).where(eq(visitDays.subjectId, subjectId))
    return Object.fromEntries(rows.map(({ name, value, count }) => [`${name} ${value}`, count]))
  }

  test('is counted without a cookie: opens, pages and clicks; also as a page closes', async () => {
    const { id, alias } = await aCard(app.deps)
    const visitor = await aVisitor({ userAgent: person })
    const tracked = visitor.page.waitForResponse(/\/public\/track$/)
    await visitor.open(`/${alias}/home`)
    await tracked
    await visitor.page.evaluate(() =>
      document.querySelector('.dock a[href^="tel:"]')?.addEventListener('click', (event) => event.preventDefault()),
    )
    await visitor.page.locator('.dock a[href^="tel:"]').click()
    await visitor.page.goto('about:blank')

    await eventually(async () =>
      expect(await countsOf(id)).toEqual({ 'open_carte Mobile': 1, 'page_view home': 1, 'homepage_click Call Me': 1 }),
    )
    expect(await visitor.page.context().cookies()).toEqual([])
    await visitor[Symbol.asyncDispose]()
  })

  test('ANA-2 counts one tap once, where it happened, and each step in the app’s history', async () => {
    const { id, alias } = await aCard(app.deps, {
      services: [{ gradeServiceId: 6, directLink: 'https://instagram.com/ada' }],
      settings: { connectClientsSetting: { enabled: false } },
    })
    await using visitor = await aVisitor({ userAgent: person, permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visitor
    await visitor.open(`/${alias}/connect`)
    await hydrate(visitor.page)
    await page.getByRole('button', { name: 'Share Instagram' }).click()
    await page.getByRole('dialog', { name: 'Share Instagram' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /copy.*instagram/i }).click()
    await page.locator('.ui-toast').getByText('Link successfully copied!').waitFor()
    await page.evaluate((href) => document.querySelector<HTMLElement>(`#menu a[href="${href}"]`)?.click(), `/${alias}/contact`)
    await page.waitForURL(`**/${alias}/contact`)
    await eventually(async () =>
      expect(await countsOf(id)).toEqual({
        'open_carte Mobile': 1,
        'page_view connect': 1,
        'advanced_sharing Instagram': 1,
        'share_carte_location Copy Link': 1,
        'page_view contact': 1,
        'custom_history_change contact': 1,
      }),
    )
  })

  test('is not counted in a preview', async () => {
    const { id, alias } = await aCard(app.deps)
    const other = await aCard(app.deps)
    await using visitor = await aVisitor({ userAgent: person })
    await visitor.open(`/${alias}/home?preview=on`)
    await hydrate(visitor.page)
    const tracked = visitor.page.waitForResponse(/\/public\/track$/)
    await visitor.open(`/${other.alias}/home`)
    await tracked
    expect(Object.keys(await countsOf(other.id))).not.toEqual([])
    expect(await countsOf(id)).toEqual({})
  })
})
