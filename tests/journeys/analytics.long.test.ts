import { describe, expect, test } from 'vitest'
import { anOwner, number } from './analytics-steps.ts'

describe('ANA-1 analytics with PRO', () => {
  test.each(['Pacific/Honolulu', 'Pacific/Kiritimati'])('end with the current day in %s', async (timezoneId) => {
    await using owner = await anOwner({ timezoneId })
    const { page } = owner
    const calendar = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone: timezoneId })
    const days = [calendar.format(new Date())]
    const hasDay = (text: string) => days.some((day) => text.includes(day))
    await owner.visitor.open(`${owner.analytics}?days=7`)
    // Midnight may pass.
    const lead = async () => {
      days.push(calendar.format(new Date()))
      return hasDay(await page.locator('.ui-page-lead').innerText())
    }
    await expect.poll(lead).toBe(true)
    await number(page, 'Insta Views').getByText('3', { exact: true }).first().waitFor()
    // Known from then on: the next page is right at once.
    const answer = await page.reload()
    days.push(calendar.format(new Date()))
    expect((await answer?.text()) ?? '').toSatisfy(hasDay)
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
