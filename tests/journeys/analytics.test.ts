import { describe, expect, test } from 'vitest'
import { hydrate } from '../harness/visitor.ts'
import { anOwner, number } from './analytics-steps.ts'

describe('ANA-1 analytics with PRO', () => {
  test('start with 30 days; a link switches to 7, without scripts too', async () => {
    await using owner = await anOwner({ javaScriptEnabled: false })
    const { page } = owner
    await owner.visitor.open(owner.analytics)
    await number(page, 'Insta Views').getByText('3', { exact: true }).first().waitFor()
    await number(page, 'Total Clicks').getByText('2', { exact: true }).first().waitFor()
    await number(page, 'Click Rate').getByText('66.7%').waitFor()

    await page.getByRole('link', { name: '7 days' }).click()
    await page.waitForURL(({ search }) => search === '?days=7')
    await page.getByRole('heading', { name: 'Card views' }).waitFor()
    expect(await page.getByRole('link', { name: '7 days' }).getAttribute('aria-current')).toBe('true')
  })

  test('the chart describes a day on hover and by keyboard', async () => {
    await using owner = await anOwner({ on: 'desktop' })
    const { page } = owner
    await owner.visitor.open(owner.analytics)
    const chart = page.getByRole('slider', { name: 'Card views' })
    await hydrate(page)
    await chart.focus()
    await page.keyboard.press('End')
    await expect.poll(() => chart.locator('.tip').count()).toBe(1)
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^3 views, /)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^0 views, /)
    expect(await page.getByRole('row').count()).toBe(31)
  })
})
