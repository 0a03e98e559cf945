import { expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, type Visitor } from '../harness/visitor.ts'
import { findEditorIssues } from './editor-steps.ts'

const app = await siteApp()

async function openLinks(visitor: Visitor) {
  const card = await aCard(app.deps)
  const owner = await signedIn(app, card.id)
  await visitor.setSession(owner.cookie)
  await visitor.open(`/account/edit/${card.alias}/links`)
  return { card, owner, page: visitor.page }
}

test('ACCOUNT-2 visitors see links as they were pasted, sorted by keyboard and hidden', async () => {
  await using visitor = await aVisitor()
  const { card, page } = await openLinks(visitor)

  const paste = page.getByRole('textbox', { name: 'Paste your links' })
  const add = page.locator('[data-section=links]').getByRole('button', { name: 'Add', exact: true })
  const moveYouTube = page.getByRole('button', { name: /^Move YouTube/ })
  // Retried until the page's script runs; a link in the list is not added twice.
  await expect
    .poll(async () => {
      await paste.fill('https://www.instagram.com/maren\nhttps://www.linkedin.com/in/maren and https://www.youtube.com/@maren')
      await add.click()
      return moveYouTube.count()
    })
    .toBe(1)

  await page.getByRole('button', { name: /^Move LinkedIn/ }).waitFor()
  await moveYouTube.press('Home')
  await page.getByRole('status').filter({ hasText: 'YouTube is now 1 of 3' }).waitFor({ state: 'attached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Move YouTube/)
  await page.getByRole('switch', { name: 'Show Instagram to visitors' }).click()
  expect(await findEditorIssues(page)).toEqual([])

  // A link that is typed but not added disables Publish, also in another section; Enter adds it.
  await paste.fill('www.facebook.com/maren')
  await page.getByRole('link', { name: 'Design' }).click()
  await page.getByRole('heading', { name: 'Icons' }).waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Some of your links aren’t added yet. Add or skip them, or clear the box.').first().waitFor()
  await expect.poll(() => paste.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await findEditorIssues(page)).toEqual([])
  await paste.press('Enter')
  await page.getByRole('button', { name: /^Move Facebook/ }).waitFor()
  expect(await paste.inputValue()).toBe('')

  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('status').filter({ hasText: 'Published' }).first().waitFor({ state: 'attached' })

  await using guest = await aVisitor()
  await guest.open(`/${card.alias}/connect`)
  const places = await guest.page.getByRole('main').getByRole('listitem').allInnerTexts()
  expect(places.map((text) => /YouTube|LinkedIn|Instagram|Facebook/.exec(text)?.[0])).toEqual(['YouTube', 'LinkedIn', 'Facebook'])
})

test('ACCOUNT-2 links of unknown kinds share one dialog and can be skipped together', async () => {
  await using visitor = await aVisitor()
  const { card, owner, page } = await openLinks(visitor)
  const paste = page.getByRole('textbox', { name: 'Paste your links' })
  const addresses = Array.from({ length: 12 }, (_, at) => `https://ada.example/${at}`)
  const which = page.getByRole('combobox', { name: 'Which link' })
  await expect
    .poll(async () => {
      await paste.fill(addresses.join('\n'))
      await page.getByRole('button', { name: 'Add', exact: true }).first().click()
      return which.count()
    })
    .toBe(1)
  expect(await page.getByText('What kind of link is this?').count()).toBe(1)
  expect(await findEditorIssues(page)).toEqual([])
  await which.selectOption('https://ada.example/7')
  await page.locator('.links-unsure').getByRole('button', { name: 'Add', exact: true }).click()
  await expect
    .poll(async () => (await owner.call('cards.editor', { params: { alias: card.alias } })).draft.fields)
    .toMatchObject({ services: [{ directLink: 'https://ada.example/7' }] })
  // The website has its link now: what the next one is, the owner says.
  const unsure = page.locator('.links-unsure')
  expect(await unsure.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
  await paste.fill('https://other.example/1')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await expect.poll(() => unsure.count()).toBe(2)
  const status = page.getByRole('status').filter({ hasText: '12 links aren’t added yet. See below.' })
  expect(await status.isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Skip all 12' }).click()
  await expect.poll(() => unsure.count()).toBe(0)
})
