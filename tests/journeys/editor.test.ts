import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aVisitor } from '../harness/visitor.ts'
import { anOwner, button, field, readPublicCard } from './editor-steps.ts'

async function waitForTitle(page: Page, title: string) {
  await expect.poll(() => field(page, 'Job title').inputValue()).toBe(title)
}

describe('ACCOUNT-2 editing a card', () => {
  test('saves a draft; publishing shows it to visitors, without hidden fields', async () => {
    await using owner = await anOwner()
    const { page, alias, waitForDraft, openSection } = owner
    await field(page, 'Job title').fill('Harbor pilot')
    await waitForDraft({ title: 'Harbor pilot' })
    await page.getByRole('link', { name: 'Design' }).click()
    await page.getByRole('heading', { name: 'What visitors see' }).waitFor()
    expect(await page.title()).toBe('Design | Edit card | Carte')
    await page.getByText('Office phone', { exact: true }).click()
    await waitForDraft({ title: 'Harbor pilot', 'settings.homepage': expect.objectContaining({ ShowOfficePhone: false }) })
    const before = await readPublicCard(alias)
    expect([before.includes('Harbor pilot'), before.includes('(207) 555-0102')]).toEqual([false, true])

    // Later, in another visit.
    await openSection('profile')
    expect(await field(page, 'Job title').inputValue()).toBe('Harbor pilot')
    await page.getByText('2 unpublished changes').waitFor()
    // The owner types while the response is delayed.
    const answered = Promise.withResolvers<void>()
    await page.route(
      '**/publish-draft*',
      async (route) => {
        const answer = await route.fetch()
        await answered.promise
        await route.fulfill({ response: answer })
      },
      { times: 1 },
    )
    await button(page, 'Publish').click()
    await button(page, 'Publishing…').waitFor()
    await field(page, 'Job title').press('End')
    await field(page, 'Job title').pressSequentially(' and mentor')
    answered.resolve()
    await owner.waitForToast('Published.')
    await waitForDraft({ title: 'Harbor pilot and mentor' })
    await waitForTitle(page, 'Harbor pilot and mentor')

    await expect.poll(() => readPublicCard(alias)).not.toContain('(207) 555-0102')
    const after = await readPublicCard(alias)
    expect([after.includes('Harbor pilot'), after.includes('Harbor pilot and mentor')]).toEqual([true, false])
    await using guest = await aVisitor()
    await guest.open(`/${alias}/home`)
    await guest.page.getByText('Harbor pilot', { exact: true }).first().waitFor()
    await button(page, 'Publish').click()
    await expect.poll(() => button(page, 'Publish').count()).toBe(0)
  })
})

describe('ACCOUNT-2 no input is lost', () => {
  test('offline: it is stored on the device, survives a closed window and is sent later', async () => {
    await using owner = await anOwner('profile')
    const { page, allow, openSection, waitForDraft, readDraft } = owner
    allow(/ERR_FAILED|fetching the script/)
    const beside = await page.context().newPage()
    await openSection('profile', beside)
    await page.context().setOffline(true)
    await field(page, 'Job title').fill('Typed at sea')
    await page.getByRole('alert').filter({ hasText: 'Saved on this device' }).waitFor()
    await field(beside, 'State').fill('Typed beside it')
    await beside.getByRole('alert').filter({ hasText: 'Saved on this device' }).waitFor()
    expect(await readDraft()).toEqual({})
    await page.close()
    await beside.close()

    await page.context().setOffline(false)
    const again = await page.context().newPage()
    await openSection('profile', again)
    await waitForTitle(again, 'Typed at sea')
    await waitForDraft({ title: 'Typed at sea', companyState: 'Typed beside it' })

    await again.context().setOffline(true)
    await field(again, 'City').fill('Halfway')
    await again.getByRole('alert').filter({ hasText: 'Saved on this device' }).waitFor()
    await again.getByText('No Internet Connection').waitFor()
    // Playwright only clicks what is not covered.
    await button(again, 'Discard').click({ trial: true })
    await again.context().setOffline(false)
    await waitForDraft({ title: 'Typed at sea', companyState: 'Typed beside it', companyCity: 'Halfway' })
    await again
      .getByText(/^Saved/)
      .first()
      .waitFor({ state: 'attached' })
  })
})
