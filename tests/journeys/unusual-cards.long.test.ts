import { layouts } from '#common/layouts.ts'
import { describe, expect, test } from 'vitest'
import { cardHref, cardPages, type CardPage } from '#contract/pages.ts'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { aSharedVisitor, aVisitor } from '../harness/visitor.ts'

const app = await siteApp()

/** Connect's second name opens the same page. */
const pages = (Object.keys(cardPages) as CardPage[]).filter((page) => page !== 'socialServices')
const trap = '"><img src=x onerror="document.title=1"><script>document.title=2</script>'
const seo = { seoTitle: '', seoDescription: trap, seoKeywords: trap }
const entry = (key: string, route: string) => ({
  key,
  route,
  label: `${trap} ${key}`,
  version: 3,
  type: 2 as const,
  show: true,
  cssClass: trap,
  weight: 200,
  editable: true,
  ...seo,
})

const hostile: CardFields = {
  firstName: trap,
  lastName: trap,
  fullName: trap,
  title: trap,
  bio: `${trap}\n\n${'A sentence that goes on. '.repeat(400)}`,
  companyName: trap,
  companyAddress: trap,
  companyCity: trap,
  menus: [
    entry('script', 'javascript:alert(1)'),
    entry('data', 'data:text/html,<script>alert(1)</script>'),
    entry('good', 'https://good.example'),
  ],
  reviews: [{ key: 'r', source: trap, stars: 5, date: trap, title: trap, review: trap, reviewer: trap, show: true, weight: 1 }],
  shareBySmsBody: trap,
  shareByEmailBody: trap,
  settings: {
    tagLine: { show: true, text: trap },
    licenseNumber: { show: true, number: trap },
    iconPack: trap.slice(0, 40),
    triggerAction: { key: 'x', route: 'javascript:alert(1)', text: trap, type: 2 },
  },
}
const long: CardFields = {
  fullName: 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren Gewissenhaftschaferswessenschafewaren',
  title: 'Vice President of Residential, Commercial, Agricultural and Waterfront Property Services'.repeat(2),
  companyName: 'The Exceedingly Long-Established Harbor, Pine, Meadow & Granite Realty Corporation',
  emailAddress: 'wolfeschlegelsteinhausenbergerdorff@gewissenhaft-realty.example.com',
  bio: 'Ein Wort'.repeat(1200),
  menus: Array.from({ length: 40 }, (_, at) => ({
    ...entry(`own-${at}`, `https://links.example/${'long-'.repeat(20)}${at}`),
    label: `Link number ${at} with a rather long name`,
  })),
  reviews: Array.from({ length: 60 }, (_, at) => ({
    key: `r${at}`,
    source: 'Own',
    stars: (at % 10) / 2,
    date: '2026-01-01',
    title: '',
    review: 'Ein sehr langes Wort '.repeat(80),
    reviewer: 'x'.repeat(60),
    show: true,
    weight: at,
  })),
  settings: {
    tagLine: {
      show: true,
      text: 'A tag line that is much longer than anyone would ever want to read on a telephone in the rain. '.repeat(2),
    },
  },
}
const fromTheRight: CardFields = {
  fullName: 'شيماء عبد الرحمن',
  title: 'وسيطة عقارية',
  companyName: 'דלת קדמית נדל״ן',
  bio: 'وُلدتُ على بُعد شارعين من المرفأ.\n\nوأحب البحر.',
  settings: { tagLine: { show: true, text: 'بيتٌ فيه ضوء' } },
}
const nothing: CardFields = {
  firstName: 'Cher',
  lastName: '',
  fullName: 'Cher',
  title: '',
  companyName: '',
  phoneNumber: '',
  officePhoneNumber: '',
  directPhoneNumber: '',
  emailAddress: '',
}
const manyServices = Array.from({ length: 35 }, (_, at) => ({
  gradeServiceId: at + 1,
  directLink: at % 3 ? `https://service-${at}.example/${'x'.repeat(40)}` : 'javascript:alert(1)',
  reviewLink: at % 2 ? 'data:text/html,x' : `https://review-${at}.example/`,
}))

const themes = layouts.map(({ theme }) => `my ${theme} card`)
const kinds = { hostile, long, fromTheRight, nothing }

describe.each(Object.entries(kinds))('a card that is %s', (kind, fields) => {
  const shared = aSharedVisitor({ on: 'narrow' })

  test.each(themes)('in layout %s: complete, no scripts run, fits a phone, accessible', async (eCardTheme) => {
    const services = kind === 'nothing' ? [] : manyServices
    const { alias } = await aCard(app.deps, { ...fields, eCardTheme, services })
    const visitor = await shared()
    for (const page of pages) {
      expect(await visitor.open(cardHref({ alias }, page)), page).toBe(200)
      const found = await visitor.page.evaluate(() => ({
        tooWide: document.documentElement.scrollWidth - innerWidth,
        smuggled: document.querySelectorAll('main img[src="x"], main script, [onerror]').length,
        scripts: [...document.querySelectorAll('a')].filter(({ protocol }) => protocol === 'javascript:' || protocol === 'data:').length,
        title: document.title,
      }))
      expect({ page, ...found }).toMatchObject({ tooWide: 0, smuggled: 0, scripts: 0 })
      expect(found.title).not.toMatch(/^[12]$/)
      const accessibilityIssues = page === 'home' ? await findAccessibilityIssues(visitor.page) : []
      expect(accessibilityIssues).toEqual([])
    }
  })
})

test('beside a long company name, the narrowest desktop menu is whole', async () => {
  const { alias } = await aCard(app.deps, { companyName: long.companyName, bio: 'Hello.' })
  await using visitor = await aVisitor({ on: 'desktop', viewport: { width: 1024, height: 800 } })
  await visitor.open(cardHref({ alias }, 'home'))
  const menu = visitor.page.getByRole('navigation', { name: 'Sections' })
  await menu.getByRole('link', { name: 'Contact Me' }).waitFor()
  expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('a card with every service shows the first few on home, and all on Connect', async () => {
  const { alias } = await aCard(app.deps, {
    services: manyServices.map((service) => ({
      ...service,
      directLink: `https://service-${service.gradeServiceId}.example/`,
      capabilities: 31,
    })),
  })
  await using visitor = await aVisitor()
  await visitor.open(cardHref({ alias }, 'home'))
  expect(await visitor.page.locator('.socials .tile').count()).toBe(5)
  await visitor.page.getByRole('link', { name: '31 more links' }).click()
  await visitor.page.getByRole('heading', { level: 1, name: 'Connect with Me' }).waitFor()
  expect(await visitor.page.locator('.plate-list .service').count()).toBe(35)
})
