import { describe, expect, test } from 'vitest'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { hydrate } from '../harness/visitor.ts'
import { anOwner, manyGuests, rows, sheet, tobias } from './my-contacts-steps.ts'

describe('MYC-1 the list', () => {
  test('loads ten at a time on scroll, each once, and has a link to the top', async () => {
    await using owner = await anOwner({ guests: manyGuests(23) })
    const { page } = owner
    await page.getByText('New contacts can take up to a minute to appear.').waitFor()
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(10)
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
        return rows(page).count()
      })
      .toBe(23)
    expect(new Set(await rows(page).locator('b').allTextContents()).size).toBe(23)
    await page.getByRole('button', { name: 'Back to the top' }).click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })
})

test('MYC-2 the free plan shows the last five and what PRO adds', async () => {
  await using owner = await anOwner({ guests: manyGuests(8), plan: 'FREE' })
  const { page } = owner
  await page.getByText('You’re seeing your last 5 contacts. 3 more are saved. Upgrade to PRO to see them.').waitFor()
  expect(await rows(page).count()).toBe(5)
  await page.getByRole('region', { name: 'Upgrade to Pro' }).getByText('$15 a month. Cancel any time.').waitFor()
  expect(await page.getByRole('link', { name: 'Upgrade to Pro' }).getAttribute('href')).toContain('change_subscription=yes')
})

describe('MYC-3 a contact', () => {
  test('once opened is no longer new, here and in the counts, and is sent once', async () => {
    await using owner = await anOwner({ guests: [tobias, { name: 'June', viewed: false }], on: 'desktop' })
    const { page } = owner
    const viewedCalls: string[] = []
    page.on('request', (request) => void (request.url().includes('set-viewed') && viewedCalls.push(request.postData() ?? '')))
    const side = page.getByRole('navigation', { name: 'Menu' })
    await side.getByText('2 new contacts').waitFor()
    await rows(page).first().click()
    await sheet(page).waitFor()
    await side.getByText('1 new contact', { exact: true }).waitFor({ state: 'attached' })
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.goBack()
    await sheet(page).waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Tobias Wren')
    expect(await rows(page).first().textContent()).not.toContain('New')

    await rows(page).first().press('Enter')
    await sheet(page).waitFor()
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'hidden' })
    expect(viewedCalls).toEqual([JSON.stringify({ clientId: owner.contacts[0]?.id })])
    const read = () => owner.owner.call('contacts.read', { params: { id: owner.contacts[0]?.id ?? '' } })
    await expect.poll(async () => (await read()).viewed).toBe(true)
  })

  test('keeps an unsaved note in its box, and a saved one with the contact', async () => {
    await using owner = await anOwner({ guests: [tobias] })
    const { page } = owner
    await rows(page).first().click()
    await sheet(page).getByText('Add note').click()
    const box = page.getByRole('textbox', { name: 'Note' })
    await hydrate(page)
    await box.fill('Call before Friday.')
    owner.visitor.allow(/503/)
    await page.route('**/update-owner-notes', (route) => route.fulfill({ status: 503 }))
    await page.getByRole('button', { name: 'Save note' }).click()
    await page.getByRole('alert').getByText('Error updating.').waitFor({ state: 'attached' })
    expect(await box.inputValue()).toBe('Call before Friday.')
    await page.unroute('**/update-owner-notes')
    await page.getByRole('button', { name: 'Save note' }).click()
    await box.waitFor({ state: 'hidden' })
    await page.reload()
    await sheet(page).getByText('Call before Friday.').waitFor()
  })
})

test('a contact is entered by hand, with errors at their fields and no input lost', async () => {
  await using owner = await anOwner({ guests: [] })
  const { page } = owner
  await page.getByText('No contacts yet. Share your card to get your first one.').waitFor()
  expect(await page.getByRole('link', { name: 'Share my card' }).getAttribute('href')).toBe(`/${owner.card.alias}/my-contacts?share`)
  await page.getByRole('button', { name: 'Add a contact' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add a contact' })
  await form.getByRole('textbox', { name: 'Last name' }).fill('Wren')
  await form.getByRole('textbox', { name: 'Email' }).fill('not an address')
  const phone = form.getByRole('textbox', { name: 'Phone' })
  await phone.fill('123456')
  await form.getByRole('button', { name: 'Save contact' }).click()
  const message = form.getByRole('alert').getByText('Correct the errors!')
  await message.waitFor()
  await form.getByText('The first name field is required.').waitFor()
  await form.getByText('Please enter a valid email.').waitFor()
  await form.getByText('Please enter a phone number with 7 to 15 digits.').waitFor()
  expect(await form.getByRole('textbox', { name: 'Last name' }).inputValue()).toBe('Wren')
  await phone.fill('614.555.0137')
  await phone.press('Tab')
  expect(await phone.inputValue()).toBe('(614) 555-0137')
  await form.getByRole('textbox', { name: 'First name' }).fill('Tobias')
  await form.getByRole('textbox', { name: 'Email' }).fill('tobias@example.com')
  await message.waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Save contact' }).click()
  await rows(page).getByText('Tobias Wren').waitFor()
})
