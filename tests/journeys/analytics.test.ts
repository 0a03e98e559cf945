import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { PlanCode } from '#contract/billing/plans.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { signedIn } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor } from '../harness/visitor.ts'

const app = await siteApp()

/** The owner of a card with three views and two clicks today. */
async function anOwner({ plan = 'PRO', ...options }: { plan?: PlanCode } & Parameters<typeof aVisitor>[0] = {}) {
  const card = await aCard(app.deps, { plan })
  const events = [
    ...Array.from({ length: 3 }, () => ({ name: 'open_carte', params: { platform_used: 'Mobile' } })),
    { name: 'homepage_click', params: { homepage_click: 'Instagram' } },
    { name: 'homepage_click', params: { homepage_click: 'Call Me' } },
  ]
  const site = theSite().url
  await fetch(new URL('/remote/api/public/track', site), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605.1', origin: site, 'x-csrf': '1' },
    body: JSON.stringify({ alias: card.alias, events }),
  })
  const { cookie } = await signedIn(app, card.id)
  const visitor = await aVisitor(options)
  await visitor.setSession(cookie)
  return {
    card,
    visitor,
    page: visitor.page,
    analytics: `/${card.alias}/analytics`,
    [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose](),
  }
}

const number = (page: Page, name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })

describe('ANA-1 analytics with PRO', () => {
  test.each(['Pacific/Honolulu', 'Pacific/Kiritimati'])('end with the current day in %s', async (timezoneId) => {
    await using owner = await anOwner({ timezoneId })
    const { page } = owner
    const calendar = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone: timezoneId })
    await owner.visitor.open(`${owner.analytics}?days=7`)
    await expect.poll(() => page.locator('.ui-page-lead').innerText()).toContain(calendar.format(new Date()))
    await number(page, 'Insta Views').getByText('3', { exact: true }).first().waitFor()
    // Known from then on: the next page is right at once.
    const answer = await page.reload()
    expect(await answer?.text()).toContain(calendar.format(new Date()))
  })

  test('start with 30 days; a link switches to 7, without scripts too', async () => {
    await using owner = await anOwner({ javaScriptEnabled: false })
    const { page } = owner
    await owner.visitor.open(owner.analytics)
    await number(page, 'Insta Views').getByText('3', { exact: true }).first().waitFor()
    await number(page, 'Total Clicks').getByText('2', { exact: true }).first().waitFor()
    await number(page, 'Click Rate').getByText('66.7%').waitFor()

    await page.getByRole('link', { name: '7 days' }).click()
    await page.getByRole('heading', { name: 'Card views' }).waitFor()
    expect(new URL(page.url()).search).toBe('?days=7')
    expect(await page.getByRole('link', { name: '7 days' }).getAttribute('aria-current')).toBe('true')
  })

  test('the chart describes a day on hover and by keyboard', async () => {
    await using owner = await anOwner({ on: 'desktop' })
    const { page } = owner
    await owner.visitor.open(owner.analytics)
    const chart = page.getByRole('slider', { name: 'Card views' })
    await chart.focus()
    // Keys are ignored until the script has loaded.
    const clickCount = async () => {
      await page.keyboard.press('End')
      return chart.locator('.tip').count()
    }
    await expect.poll(clickCount, { timeout: 15_000 }).toBe(1)
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/^3 views, /)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^0 views, /)
    expect(await page.getByRole('row').count()).toBe(31)
  })
})

describe('ANA-1 analytics without PRO', () => {
  test('show seven days whatever is requested, and clicks open the upgrade prompt', async () => {
    await using owner = await anOwner({ plan: 'FREE' })
    const { page } = owner
    await owner.visitor.open(`${owner.analytics}?days=30`)
    await page.getByText('Last 7 days').waitFor()
    expect(await page.getByRole('link', { name: '30 days' }).count()).toBe(0)
    for (const name of ['Total Clicks', 'Click Rate']) await page.getByRole('link', { name }).getByText('?', { exact: true }).waitFor()
    await number(page, 'Insta Views').getByText('3', { exact: true }).first().waitFor()
    expect(await page.getByRole('region', { name: 'Join the PRO club' }).getByRole('link').getAttribute('href')).toContain(
      'change_subscription=yes',
    )
  })
})
