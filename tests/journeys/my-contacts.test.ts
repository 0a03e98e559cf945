import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addLabels } from '#server/contacts/contact-store.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate, pollAfterLogout } from '../harness/visitor.ts'

const app = await siteApp()

const minuteMs = 60_000
/** Longer than the search's typing delay. */
const longTimeout = { timeout: 15_000 }
type Guest = Partial<Parameters<typeof aContact>[2]>

/** An owner on the contacts page, newest contact first. */
async function anOwner({
  guests,
  plan = 'PRO',
  path = '',
  ...options
}: { guests: Guest[]; plan?: 'PRO' | 'FREE'; path?: string; on?: 'phone' | 'desktop' } & BrowserContextOptions) {
  const card = await aCard(app.deps, { plan })
  const owner = await signedIn(app, card.id)
  const now = Date.now()
  const contacts = []
  for (const [at, guest] of guests.entries())
    contacts.push(await aContact(app.deps, card.id, { viewed: true, dateCreated: new Date(now - at * minuteMs), ...guest }))
  const visitor = await aVisitor(options)
  await visitor.setSession(owner.cookie)
  await visitor.open(`/${card.alias}/my-contacts${path}`)
  if (options.javaScriptEnabled !== false) await hydrate(visitor.page)
  return { card, owner, contacts, visitor, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

const rows = (page: Page) => page.locator('.contacts-rows').getByRole('link')
const sheet = (page: Page, name = 'Tobias Wren') => page.getByRole('dialog', { name })
const tobias = { name: 'Tobias', lastName: 'Wren', companyName: 'Wren & Daughters', viewed: false }
const manyGuests = (count: number): Guest[] => Array.from({ length: count }, (_, at) => ({ name: `Guest${at}` }))

/** Selects an option of a datalist, as a browser does. */
const chooseFromList = (field: Locator, text: string) =>
  field.evaluate((input, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))
  }, text)

describe('MYC-1 the list', () => {
  test('loads ten at a time on scroll, each once, and has a link to the top', async () => {
    await using owner = await anOwner({ guests: manyGuests(23) })
    const { page } = owner
    await page.getByText('New contacts can take up to a minute to appear.').waitFor()
    await expect.poll(() => rows(page).count(), longTimeout).toBeGreaterThanOrEqual(10)
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
        return rows(page).count()
      }, longTimeout)
      .toBe(23)
    expect(new Set(await rows(page).locator('b').allTextContents()).size).toBe(23)
    await page.getByRole('button', { name: 'Back to the top' }).click()
    await expect.poll(() => page.evaluate(() => scrollY), longTimeout).toBe(0)
  })

  test('restores its scroll position after a reload and on the way back', async () => {
    await using owner = await anOwner({ guests: manyGuests(60) })
    const { page } = owner
    const isThere = async () => {
      await expect.poll(() => rows(page).count(), longTimeout).toBeGreaterThan(40)
      await expect
        .poll(() => page.getByRole('link', { name: /Guest40/ }).evaluate((row) => Math.abs(row.getBoundingClientRect().top)), longTimeout)
        .toBeLessThan(900)
    }
    await expect
      .poll(async () => {
        await rows(page).last().scrollIntoViewIfNeeded()
        return rows(page).count()
      }, longTimeout)
      .toBeGreaterThan(40)
    await page.getByRole('link', { name: /Guest40/ }).evaluate((row) => row.scrollIntoView({ behavior: 'instant', block: 'center' }))
    await page.reload()
    await isThere()
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Inbox|Home|Analytics/ })
      .first()
      .click()
    await page.waitForURL((url) => !url.pathname.endsWith('/my-contacts'))
    await page.goBack()
    await isThere()
    // Off-screen items are not rendered.
    expect(
      await rows(page)
        .first()
        .evaluate((row) => row.checkVisibility({ contentVisibilityAuto: true })),
    ).toBe(false)
  })

  test('restores a position within the first page too, without gliding there', async () => {
    await using owner = await anOwner({ guests: manyGuests(8) })
    const { page } = owner
    const bottom = await page.evaluate(() => {
      scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
      return scrollY
    })
    expect(bottom).toBeGreaterThan(0)
    await page.addInitScript(() => {
      const positions: number[] = []
      Reflect.set(window, 'positions', positions)
      addEventListener('scroll', () => positions.push(scrollY))
    })
    // The second time, the history entry already tells the browser not to restore anything.
    for (const _ of [1, 2]) {
      await page.reload()
      await expect.poll(() => page.evaluate(() => scrollY), longTimeout).toBe(bottom)
      expect(new Set(await page.evaluate(() => Reflect.get(window, 'positions') as number[]))).toEqual(new Set([bottom]))
    }
  })

  test('searches when typing stops, and keeps the cursor', async () => {
    await using owner = await anOwner({ guests: [{ ...tobias, viewed: true }, ...manyGuests(3)] })
    const { page } = owner
    const searches: string[] = []
    page.on('request', (request) => void (request.url().includes('/search/') && searches.push(request.postData() ?? '')))
    await page.getByRole('searchbox').pressSequentially('ughters', { delay: 20 })
    await expect.poll(() => rows(page).count(), longTimeout).toBe(1)
    expect(searches.length).toBeLessThan('ughters'.length)
    expect(searches.at(-1)).toContain('ughters')
    expect(new URL(page.url()).searchParams.get('q')).toBe('ughters')
    expect(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(true)

    await page.getByRole('searchbox').fill('no match at all')
    await page.getByText('No results. Try a shorter search.').waitFor()
  })

  test('is filtered by a label; going back removes the filter', async () => {
    await using owner = await anOwner({ guests: [{ ...tobias, tags: ['Buyer'] }, ...manyGuests(2)], path: '?label=Buyer' })
    const { page } = owner
    expect(await rows(page).count()).toBe(1)
    await page.getByRole('navigation', { name: 'Labels' }).getByRole('link', { name: 'All' }).click()
    await expect.poll(() => rows(page).count(), longTimeout).toBe(3)
    await page.goBack()
    await expect.poll(() => rows(page).count(), longTimeout).toBe(1)
  })

  test('hundreds of labels can be selected, one with a slash too', async () => {
    const labels = Array.from({ length: 12 }, (_, row) => Array.from({ length: 20 }, (__, place) => `L ${row * 20 + place}`))
    await using owner = await anOwner({ guests: [{ ...tobias, tags: ['West/East'] }, ...manyGuests(2)], path: '?q=wren' })
    const { page, card } = owner
    await app.deps.db.transaction((tx) => addLabels(tx, card.id, [...labels.flat(), 'West/East']))
    await page.reload()
    await hydrate(page)
    expect(await page.getByRole('navigation', { name: 'Labels' }).getByRole('link').count()).toBe(41)
    const finder = page.getByRole('combobox', { name: 'Find one of 242 labels' })
    await chooseFromList(finder, 'West/East')
    await expect.poll(() => new URL(page.url()).searchParams.get('label'), longTimeout).toBe('West/East')
    await expect.poll(() => rows(page).count(), longTimeout).toBe(1)
    // A label that begins with another label can be typed completely.
    await finder.fill('')
    await finder.pressSequentially('L 12')
    await finder.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('label'), longTimeout).toBe('L 12')
    await page.goBack()
    await expect.poll(() => new URL(page.url()).searchParams.get('label'), longTimeout).toBe('West/East')
    await finder.fill('Nowhere')
    await finder.press('Enter')
    await expect.poll(() => rows(page).count(), longTimeout).toBe(0)
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('retries a failed request', async () => {
    await using owner = await anOwner({ guests: manyGuests(12), on: 'desktop', viewport: { width: 1440, height: 420 } })
    const { page } = owner
    await page.waitForLoadState('networkidle')
    owner.visitor.allow(/503/)
    await page.route('**/search/**', (route) => route.fulfill({ status: 503 }))
    await page.getByRole('searchbox').fill('Guest11')
    await page.getByRole('alert').getByText('This page didn’t load').waitFor()
    await page.unroute('**/search/**')
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect.poll(() => rows(page).count(), longTimeout).toBe(1)
  })

  test('works without scripts: search, more pages, a contact and a note', async () => {
    await using owner = await anOwner({ guests: [...manyGuests(10), { ...tobias, viewed: true }], javaScriptEnabled: false })
    const { page } = owner
    await page.getByRole('link', { name: 'More contacts' }).click()
    await rows(page).getByText('Tobias Wren').click()
    await sheet(page).getByText('Add note').click()
    await page.getByRole('textbox', { name: 'Note' }).fill('By hand.')
    await page.getByRole('button', { name: 'Save note' }).click()
    await sheet(page).getByText('By hand.').waitFor()
    await page.getByRole('link', { name: 'Close' }).click()
    await page.getByRole('searchbox').fill('guest3')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect.poll(() => rows(page).count(), longTimeout).toBe(1)
  })
})

test('MYC-2 the free plan shows the last five and what PRO adds', async () => {
  await using owner = await anOwner({ guests: manyGuests(8), plan: 'FREE' })
  const { page } = owner
  await page.getByText('You’re seeing your last 5 contacts. 3 more are saved. Upgrade to PRO to see them.').waitFor()
  expect(await rows(page).count()).toBe(5)
  await page.getByRole('region', { name: 'Upgrade to Pro' }).getByText('15 USD a month. Cancel any time.').waitFor()
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
    await page.goBack()
    await sheet(page).waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Tobias Wren')
    expect(await rows(page).first().textContent()).not.toContain('New')

    await rows(page).first().press('Enter')
    await sheet(page).waitFor()
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'hidden' })
    expect(viewedCalls).toEqual([JSON.stringify({ clientId: owner.contacts[0]?.id })])
    expect((await owner.owner.call('contacts.read', { params: { id: owner.contacts[0]?.id ?? '' } })).viewed).toBe(true)
  })

  test('has its own URL for notifications, and shows every field', async () => {
    await using owner = await anOwner({
      guests: [...manyGuests(11), { ...tobias, emailAddress: 'tobias@example.com', phoneNumber: '(207) 555-0199', notes: 'A shopfront.' }],
    })
    const { page, contacts } = owner
    await owner.visitor.open(`/${owner.card.alias}/my-contacts?contact=${contacts[11]?.id}`)
    const dialog = sheet(page)
    await dialog.getByText('A shopfront.').waitFor()
    expect(await dialog.getByRole('link', { name: 'Call Tobias Wren' }).getAttribute('href')).toBe('tel:2075550199')
    expect(await dialog.getByRole('link', { name: 'Email Tobias Wren' }).getAttribute('href')).toBe('mailto:tobias@example.com')
    expect(await dialog.getByRole('link', { name: 'Search LinkedIn' }).getAttribute('href')).toMatch(/^https:.*Tobias.*Wren/)

    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Add to contacts' }).click()
    expect((await download).suggestedFilename()).toMatch(/Tobias.*Wren\.vcf$/)
    await dialog.getByText('Did the Contact Card file (VCF) download?').waitFor()
    await dialog.getByRole('link', { name: 'Close' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('keeps an unsaved note in its box, and a saved one with the contact', async () => {
    await using owner = await anOwner({ guests: [tobias] })
    const { page } = owner
    await rows(page).first().click()
    await sheet(page).getByText('Add note').click()
    const box = page.getByRole('textbox', { name: 'Note' })
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

  test('goes back one step when closed twice, however it is closed', async () => {
    await using owner = await anOwner({ guests: [tobias] })
    const { page } = owner
    const twice: Record<string, () => Promise<unknown>> = {
      'the X': () => sheet(page).getByRole('link', { name: 'Close' }).dblclick(),
      'the backdrop': () => page.mouse.dblclick(190, 20),
      Escape: () => Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')]),
    }
    for (const [way, close] of Object.entries(twice)) {
      await rows(page).first().click()
      await sheet(page).waitFor()
      await close()
      await sheet(page).waitFor({ state: 'detached' })
      await page.waitForURL(/\/my-contacts$/)
      // A second step back would have begun by now: the page still responds and is the same.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))))
      expect(page.url(), way).toMatch(/\/my-contacts$/)
      expect(await rows(page).count(), way).toBe(1)
    }
  })

  test('keeps a note’s draft until it is canceled or its owner logs out', async () => {
    await using owner = await anOwner({ guests: [tobias, { name: 'June' }] })
    const { page } = owner
    const box = page.getByRole('textbox', { name: 'Note' })
    const open = async (name: string) => {
      await rows(page).getByText(name).click()
      await sheet(page, name).waitFor()
    }
    const drafts = () => page.evaluate(() => Object.values(sessionStorage).filter((text) => text === 'Call before'))
    await open('Tobias Wren')
    const left = (await sheet(page).getByText('Add note').boundingBox())?.x ?? 0
    expect(left).toBeGreaterThan(195)
    await sheet(page).getByText('Add note').click()
    expect((await sheet(page).getByText('Add note').boundingBox())?.x).toBe(left)
    await box.pressSequentially('Call before')
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })

    await open('June')
    expect(await box.isVisible()).toBe(false)
    await page.goBack()
    await open('Tobias Wren')
    expect(await box.inputValue()).toBe('Call before')
    await page.reload()
    await expect.poll(() => box.inputValue(), longTimeout).toBe('Call before')
    await sheet(page).getByRole('button', { name: 'Cancel' }).click()
    await box.waitFor({ state: 'hidden' })
    expect(await drafts()).toEqual([])

    // Closed while it is being saved, it is no draft any more.
    const answered = Promise.withResolvers<void>()
    await page.route(
      '**/update-owner-notes',
      async (route) => {
        await answered.promise
        await route.continue()
      },
      { times: 1 },
    )
    await sheet(page).getByText('Add note').click()
    await box.pressSequentially('Call before')
    await sheet(page).getByRole('button', { name: 'Save note' }).click()
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })
    answered.resolve()
    await expect.poll(drafts).toEqual([])
    await open('Tobias Wren')

    await sheet(page).getByText('Add note').click()
    await box.pressSequentially('Call before')
    expect(await drafts()).toHaveLength(1)
    await owner.visitor.open(`/${owner.card.alias}/my-account`)
    await hydrate(page)
    owner.visitor.allow(pollAfterLogout)
    await page.getByRole('main').getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL(`**/${owner.card.alias}/home`)
    expect(await drafts()).toEqual([])
  })

  test('gets labels, which can then filter the list', async () => {
    await using owner = await anOwner({ guests: [tobias] })
    const { page } = owner
    await rows(page).first().click()
    await sheet(page).getByText('Label', { exact: true }).click()
    await page.getByRole('textbox', { name: 'New label' }).fill('Trades')
    await page.getByRole('button', { name: 'Save labels' }).click()
    await sheet(page).locator('.ui-tag', { hasText: 'Trades' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Trades' }).click()
    await expect.poll(() => rows(page).count(), longTimeout).toBe(1)
  })

  test('is deleted only after the page says what is deleted', async () => {
    await using owner = await anOwner({ guests: [tobias, ...manyGuests(1)] })
    const { page } = owner
    await rows(page).first().click()
    await sheet(page).getByText('Delete contact').click()
    await sheet(page).getByText('This permanently deletes Tobias Wren').waitFor()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await expect.poll(() => rows(page).count(), longTimeout).toBe(1)
    await owner.visitor.open(`/${owner.card.alias}/my-contacts?contact=${owner.contacts[0]?.id}`)
    await page.getByText('Contact not found.').waitFor()
  })
})

test('a contact is entered by hand, with errors at their fields and no input lost', async () => {
  await using owner = await anOwner({ guests: [] })
  const { page } = owner
  await page.getByText('No contacts yet. Share your card to get your first one.').waitFor()
  await page.getByRole('button', { name: 'Add a contact' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add a contact' })
  await form.getByRole('textbox', { name: 'Last name' }).fill('Wren')
  await form.getByRole('textbox', { name: 'Email' }).fill('not an address')
  await form.getByRole('button', { name: 'Save contact' }).click()
  await form.getByText('The first name field is required.').waitFor()
  await form.getByText('Please enter a valid email.').waitFor()
  expect(await form.getByRole('textbox', { name: 'Last name' }).inputValue()).toBe('Wren')
  await form.getByRole('textbox', { name: 'First name' }).fill('Tobias')
  await form.getByRole('textbox', { name: 'Email' }).fill('tobias@example.com')
  await form.getByRole('button', { name: 'Save contact' }).click()
  await rows(page).getByText('Tobias Wren').waitFor()
})

test.each(['phone', 'desktop'] as const)('list and contact are accessible on a %s, without layout shift', async (on) => {
  await using owner = await anOwner({ guests: [tobias, ...manyGuests(2)], on })
  const { page } = owner
  expect(await findAccessibilityIssues(page)).toEqual([])
  expect(await owner.visitor.layoutShift()).toBeLessThan(0.01)
  await rows(page).first().click()
  await sheet(page).waitFor()
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  expect(await findAccessibilityIssues(page)).toEqual([])
})

test('NAV-5 the account menu opens without scripts and names who is signed in', async () => {
  await using owner = await anOwner({ guests: [], javaScriptEnabled: false })
  const { page } = owner
  await page.getByRole('button', { name: 'Account menu' }).first().click()
  const menu = page.getByRole('dialog', { name: 'Account menu' })
  await menu.getByText(owner.owner.email).waitFor()
  expect(await menu.getByRole('link', { name: 'New card' }).getAttribute('href')).toBe('/account/new')
  await menu.getByText('PRO active').waitFor()
  await menu.getByRole('link', { name: 'Logout' }).click()
  await page.waitForURL(`**/${owner.card.alias}/home`)
})
