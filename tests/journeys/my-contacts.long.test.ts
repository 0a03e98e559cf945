import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addLabels } from '#server/contacts/contact-store.ts'
import { aContact } from '../factories/contacts.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { siteApp } from '../harness/site-app.ts'
import { hydrate, pollAfterLogout } from '../harness/visitor.ts'
import { anOwner, manyGuests, rows, sheet, tobias } from './my-contacts-steps.ts'
import { searchDebounceMs } from '#contract/constants.ts'
import { stopClockNow } from '../harness/stop-clock.ts'

/** Records each step through the history that the page itself takes. */
const countSteps = (page: Page) =>
  page.evaluate(() => {
    const go = history.go.bind(history)
    Reflect.set(window, 'stepsBack', [])
    history.go = (steps) => {
      Reflect.get(window, 'stepsBack').push(steps)
      go(steps)
    }
  })

const app = await siteApp()

/** Selects an option of a datalist, as a browser does. */
const chooseFromList = (field: Locator, text: string) =>
  field.evaluate((input, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))
  }, text)

describe('MYC-1 the list', () => {
  test('restores its scroll position after a reload and on the way back', async () => {
    await using owner = await anOwner({ guests: manyGuests(60) })
    const { page } = owner
    const isThere = async () => {
      await expect.poll(() => rows(page).count()).toBeGreaterThan(40)
      await expect
        .poll(() => page.getByRole('link', { name: /Guest40/ }).evaluate((row) => Math.abs(row.getBoundingClientRect().top)))
        .toBeLessThan(900)
    }
    await expect
      .poll(async () => {
        await rows(page).last().scrollIntoViewIfNeeded()
        return rows(page).count()
      })
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
    await expect
      .poll(() =>
        rows(page)
          .first()
          .evaluate((row) => row.checkVisibility({ contentVisibilityAuto: true })),
      )
      .toBe(false)
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
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(bottom)
      expect(new Set(await page.evaluate(() => Reflect.get(window, 'positions') as number[]))).toEqual(new Set([bottom]))
    }
  })

  test('is filtered by a label; going back removes the filter', async () => {
    await using owner = await anOwner({ guests: [{ ...tobias, tags: ['Buyer'] }, ...manyGuests(2)], path: '?label=Buyer' })
    const { page } = owner
    expect(await rows(page).count()).toBe(1)
    await page.getByRole('navigation', { name: 'Labels' }).getByRole('link', { name: 'All' }).click()
    await expect.poll(() => rows(page).count()).toBe(3)
    await page.goBack()
    await expect.poll(() => rows(page).count()).toBe(1)
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
    await expect.poll(() => new URL(page.url()).searchParams.get('label')).toBe('West/East')
    await expect.poll(() => rows(page).count()).toBe(1)
    // A label that begins with another label can be typed completely.
    await finder.fill('')
    await finder.pressSequentially('L 12')
    await finder.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('label')).toBe('L 12')
    await page.goBack()
    await expect.poll(() => new URL(page.url()).searchParams.get('label')).toBe('West/East')
    await finder.fill('Nowhere')
    await finder.press('Enter')
    await expect.poll(() => rows(page).count()).toBe(0)
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('several are selected by keyboard, labeled or deleted at once, and counted', async () => {
    await using owner = await anOwner({ guests: [{ ...tobias }, ...manyGuests(3)], on: 'desktop' })
    const { page } = owner
    const side = page.getByRole('navigation', { name: 'Menu' })
    await side.getByText('1 new contact', { exact: true }).waitFor({ state: 'attached' })
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Select contacts' }).click()
    const select = (name: string) => page.getByRole('checkbox', { name }).press('Space')
    const status = (words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor()
    await status('Select at least one contact.')
    await select('Guest0')
    await select('Guest1')
    await status('2 selected')
    expect(await findAccessibilityIssues(page)).toEqual([])
    // Enter in a field labels, and never deletes.
    const label = page.getByRole('combobox', { name: 'Label' })
    const open = (name: string) => page.locator('.contacts-selection summary').filter({ hasText: name }).press('Enter')
    await open('Label')
    await label.press('Enter')
    await status('Choose or type a label first.')
    await label.fill('Fair')
    await label.press('Enter')
    await status('2 contacts labeled.')
    await status('Select at least one contact.')
    // An existing label is chosen, with how many of the selected have it, and removed.
    await select('Guest0')
    await select('Guest2')
    await open('Label')
    const fair = page.getByRole('checkbox', { name: 'Fair (1)', exact: true })
    await fair.press('Space')
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove labels' }).press('Enter')
    await status('Labels removed from 1 contact.')
    await status('Select at least one contact.')
    await expect.poll(() => page.locator('.contacts-rows .contact-tags').getByText('Fair').count()).toBe(1)
    // A search keeps the check boxes.
    await page.getByRole('searchbox').fill('tobias')
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(1)
    await select('Tobias')
    await page.getByRole('searchbox').fill('')
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(4)
    await page.getByRole('button', { name: 'Select all shown' }).press('Enter')
    await status('4 selected')
    await select('Guest0')
    await select('Guest1')
    await status('2 selected')
    await open('Delete selected')
    await page.getByText('This permanently deletes 2 contacts').waitFor()
    await page.getByRole('button', { name: 'Delete permanently' }).press('Enter')
    await status('2 contacts were deleted.')
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(2)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete selected')
    await side.getByText('1 new contact', { exact: true }).waitFor({ state: 'detached' })
    // The last ones.
    await select('Guest0')
    await select('Guest1')
    await open('Delete selected')
    await page.getByRole('button', { name: 'Delete permanently' }).press('Enter')
    await page
      .getByText(/^No contacts yet\./)
      .first()
      .waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    expect(new URL(page.url()).search).toBe('')
  })

  test('all that match are selected at once, labeled and deleted, and no others', async () => {
    const path = '?q=guest&select=on'
    await using owner = await anOwner({ guests: [tobias, ...manyGuests(60)], on: 'desktop', path })
    const { page } = owner
    const total = async (tag: string) =>
      (await owner.owner.call('contacts.search', { params: { page: 1, pageSize: 1, tag }, input: { SearchFor: '' } })).metaData.totalCount
    const status = (words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor()
    const all = page.getByRole('checkbox', { name: 'Select all 60 that match' })
    const selectAll = async () => {
      await page.getByRole('button', { name: 'Select all shown' }).press('Enter')
      await all.press('Space')
      await status('60 selected')
    }
    const open = (name: string) => page.locator('.contacts-selection summary').filter({ hasText: name }).press('Enter')
    await selectAll()
    expect(await findAccessibilityIssues(page)).toEqual([])
    // One that is unchecked ends it.
    await page.getByRole('checkbox', { name: 'Guest0 ' }).press('Space')
    expect(await all.isChecked()).toBe(false)
    await selectAll()
    await open('Label')
    await page.getByRole('combobox', { name: 'Label' }).fill('Fair')
    await page.getByRole('button', { name: 'Add labels' }).press('Enter')
    await status('60 contacts labeled.')
    await status('Select at least one contact.')
    expect(await total('Fair')).toBe(60)
    await selectAll()
    await open('Label')
    await page.getByRole('checkbox', { name: 'Fair', exact: true }).press('Space')
    await page.getByRole('button', { name: 'Remove labels' }).press('Enter')
    await status('Labels removed from 60 contacts.')
    await status('Select at least one contact.')
    expect(await total('Fair')).toBe(0)
    await selectAll()
    await open('Delete selected')
    await page.getByText('This permanently deletes 60 contacts').waitFor()
    // One comes and one goes meanwhile: nothing is deleted.
    owner.visitor.allow(/409/)
    await aContact(app.deps, owner.card.id, { name: 'Guest60' })
    const gone = await owner.owner.call('contacts.search', {
      params: { page: 1, pageSize: 1, tag: 'none' },
      input: { SearchFor: 'Guest59' },
    })
    await owner.owner.call('contacts.erase', { input: { clientId: gone.results[0]?.id ?? '' } })
    await page.getByRole('button', { name: 'Delete permanently' }).press('Enter')
    await page.getByText('The contacts that match have changed.').first().waitFor()
    await page.getByRole('checkbox', { name: 'Guest60 ' }).waitFor()
    expect(await total('none')).toBe(61)
    await selectAll()
    await open('Delete selected')
    await page.getByRole('button', { name: 'Delete permanently' }).press('Enter')
    await status('60 contacts were deleted.')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    expect(await total('none')).toBe(1)
  })

  test('all that match are labeled without scripts', async () => {
    await using owner = await anOwner({ guests: [tobias, ...manyGuests(12)], path: '?q=guest&select=on', javaScriptEnabled: false })
    const { page } = owner
    await page.getByRole('checkbox', { name: 'Select all 12 that match' }).check()
    await page.locator('.contacts-selection summary').filter({ hasText: 'Label' }).click()
    await page.locator('.contacts-selected').getByRole('button', { name: 'Add labels' }).click()
    await page.getByText(/type a label first\./i).waitFor()
    expect(await page.getByRole('checkbox', { name: 'Select all 12 that match' }).isChecked()).toBe(true)
    await page.locator('.contacts-selection [name=newTag]').fill('Fair')
    await page.locator('.contacts-selected').getByRole('button', { name: 'Add labels' }).click()
    await page.getByText('12 contacts labeled.').waitFor()
    expect(await page.locator('.contacts-selection :checked').count()).toBe(0)
    // An existing label is removed from two of them.
    for (const name of ['Guest0 ', 'Guest1 ']) await page.getByRole('checkbox', { name }).check()
    await page.locator('.contacts-selection summary').filter({ hasText: 'Label' }).click()
    await page.getByRole('checkbox', { name: 'Fair', exact: true }).press('Space')
    await page.getByRole('button', { name: 'Remove labels' }).click()
    await page.getByText('Labels removed from 2 contacts.').waitFor()
  })

  test('retries a failed request', async () => {
    await using owner = await anOwner({ guests: manyGuests(12), on: 'desktop', viewport: { width: 1440, height: 420 } })
    const { page } = owner
    owner.visitor.allow(/503/)
    // Another page of the list may still be on its way.
    await page.route('**/search/**', (route) =>
      route.request().postData()?.includes('Guest11') ? route.fulfill({ status: 503 }) : route.continue(),
    )
    await page.getByRole('searchbox').fill('Guest11')
    await page.getByRole('alert').getByText('This page didn’t load').waitFor()
    await page.unroute('**/search/**')
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
  })

  test('searches when typing stops, and keeps the cursor', async () => {
    await using owner = await anOwner({ guests: [{ ...tobias, viewed: true }, ...manyGuests(3)] })
    const { page } = owner
    const searches: string[] = []
    page.on('request', (request) => void (request.url().includes('/search/') && searches.push(request.postData() ?? '')))
    await page.clock.install()
    await page.reload()
    await hydrate(page)
    await stopClockNow(page)
    await page.getByRole('searchbox').pressSequentially('ughters')
    expect(searches).toEqual([])
    await page.clock.runFor(searchDebounceMs)
    await page.clock.resume()
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(searches).toEqual([expect.stringContaining('ughters')])
    expect(new URL(page.url()).searchParams.get('q')).toBe('ughters')
    await expect.poll(() => page.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(true)

    await page.getByRole('searchbox').fill('no match at all')
    await page.getByText('No results. Try a shorter search.').waitFor()
  })
})

describe('MYC-3 a contact', () => {
  test('has its own URL for notifications, and shows every field', async () => {
    await using owner = await anOwner({
      guests: [...manyGuests(11), { ...tobias, emailAddress: 'tobias@example.com', phoneNumber: '(207) 555-0199', notes: 'A shopfront.' }],
    })
    const { page, contacts } = owner
    await owner.visitor.open(`/${owner.card.alias}/my-contacts?contact=${contacts[11]?.id}`)
    const dialog = sheet(page)
    await dialog.getByRole('link', { name: '(207) 555-0199' }).waitFor()
    // In the details, and in the form that edits them.
    expect(await dialog.getByText('A shopfront.').count()).toBe(2)
    expect(await dialog.getByRole('link', { name: 'Call Tobias Wren' }).getAttribute('href')).toBe('tel:+12075550199')
    expect(await dialog.getByRole('link', { name: 'Email Tobias Wren' }).getAttribute('href')).toBe('mailto:tobias@example.com')
    expect(await dialog.getByRole('link', { name: 'Search LinkedIn' }).getAttribute('href')).toMatch(/^https:.*Tobias.*Wren/)

    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Add to contacts' }).click()
    expect((await download).suggestedFilename()).toMatch(/Tobias.*Wren\.vcf$/)
    await dialog.getByText('Did the Contact Card file (VCF) download?').waitFor()
    await dialog.getByRole('link', { name: 'Close' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
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
    await expect.poll(() => box.inputValue()).toBe('Call before')
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
    await expect.poll(drafts).toEqual([])
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
    await expect.poll(() => rows(page).count()).toBe(1)
  })

  test('is deleted only after the page says what is deleted', async () => {
    await using owner = await anOwner({ guests: [tobias, ...manyGuests(1)] })
    const { page } = owner
    await rows(page).first().click()
    await sheet(page).getByText('Delete contact').click()
    await sheet(page).getByText('This permanently deletes Tobias Wren').waitFor()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
    await owner.visitor.open(`/${owner.card.alias}/my-contacts?contact=${owner.contacts[0]?.id}`)
    await page.getByText('Contact not found.').waitFor()
  })

  test('goes back one step when closed twice, however it is closed', async () => {
    await using owner = await anOwner({ guests: [tobias] })
    const { page } = owner
    const twice: Record<string, () => Promise<unknown>> = {
      'the X': () => sheet(page).getByRole('link', { name: 'Close' }).dblclick(),
      'the backdrop': () => page.mouse.dblclick(190, 20),
      Escape: () => Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')]),
    }
    await countSteps(page)
    for (const [way, close] of Object.entries(twice)) {
      // At its edge: a second click on the X opens the menu behind it, which covers the middle.
      await rows(page)
        .first()
        .click({ position: { x: 30, y: 30 } })
      await sheet(page).waitFor()
      await close()
      await sheet(page).waitFor({ state: 'detached' })
      await page.waitForURL(/\/my-contacts$/)
      expect(await page.evaluate(() => Reflect.get(window, 'stepsBack')), way).toEqual([-1])
      await page.evaluate(() => Reflect.set(window, 'stepsBack', []))
      expect(await rows(page).count(), way).toBe(1)
    }
  })
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
  await menu.getByRole('link', { name: 'Log out' }).click()
  await page.waitForURL(`**/${owner.card.alias}/home`)
})

test('MYC-1 the list works without scripts: search, more pages, a contact and a note', async () => {
  await using owner = await anOwner({ guests: [...manyGuests(10), { ...tobias, viewed: true }], javaScriptEnabled: false })
  const { page } = owner
  await page.getByRole('link', { name: 'More contacts' }).click()
  await rows(page).getByText('Tobias Wren').click()
  await sheet(page).getByText('Add note').click()
  await page.getByRole('textbox', { name: 'Note' }).fill('By hand.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await sheet(page).getByText('By hand.').waitFor()
  await sheet(page).getByText('Edit', { exact: true }).click()
  await sheet(page).getByRole('textbox', { name: 'Phone' }).fill('614 555 0137')
  await page.getByRole('button', { name: 'Save contact' }).last().click()
  await sheet(page).getByRole('link', { name: '(614) 555-0137' }).waitFor()
  await sheet(page).getByText('Sent by Tobias').waitFor()
  await page.getByRole('link', { name: 'Close' }).click()
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Select contacts' }).click()
  await page.getByRole('checkbox', { name: 'Guest0' }).check()
  await page.getByRole('checkbox', { name: 'Guest1' }).check()
  await page.locator('summary').getByText('Label', { exact: true }).click()
  await page.getByRole('button', { name: 'Add label' }).click()
  await page.getByText('Type a label first.').waitFor()
  await page.getByRole('combobox', { name: 'Label' }).fill('Fair')
  await page.getByRole('button', { name: 'Add label' }).click()
  await page.getByText('2 contacts labeled.').waitFor()
  await page.getByRole('checkbox', { name: 'Guest1' }).check()
  await page.getByText('Delete selected').click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('1 contact was deleted.').waitFor()
  await page.getByRole('link', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Fair', exact: true }).click()
  await expect.poll(() => rows(page).locator('b').allTextContents()).toEqual([expect.stringContaining('Guest0')])
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('searchbox').fill('guest3')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.poll(() => rows(page).count()).toBe(1)
})
