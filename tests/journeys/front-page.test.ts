import { expect, test } from 'vitest'
import { layouts } from '#common/layouts.ts'
import { aVisitor } from '../harness/visitor.ts'

test('without scripts a demo card is visible, opens and is found', async () => {
  await using visitor = await aVisitor({ javaScriptEnabled: false })
  await visitor.open('/')
  const { page } = visitor
  await page.getByRole('heading', { level: 1, name: 'A card that opens like a front door.' }).waitFor()
  expect(await page.locator('.btn.door').allInnerTexts()).toEqual(['Create your card'])
  // The phone shows that card, and none of its buttons can be focused.
  expect(await page.locator('.stage').innerText()).toContain('maren.holloway@example.com')
  expect(await page.locator('.stage').locator('a, button, input').count()).toBe(0)
  expect(await page.locator('.tile-card').count()).toBe(layouts.length)

  await page.getByRole('link', { name: 'See Maren’s card' }).click()
  await page.waitForURL('**/maren/home')
  await page.goBack()
  const find = async (text: string) => {
    await page.getByRole('searchbox').fill(text)
    await page.getByRole('button', { name: 'Find card' }).click()
  }
  await find('priya')
  await page.waitForURL('**/priya/home')

  await page.goBack()
  await find('Maren Holloway')
  await page.waitForURL('**/maren/home')

  await page.goBack()
  await find('no-one-')
  await page.locator('.lead').filter({ hasText: 'We couldn’t find a card for “no-one-”.' }).waitFor()
})

test('without scripts the language of the device is chosen', async () => {
  await using visitor = await aVisitor({ javaScriptEnabled: false })
  await visitor.open('/')
  const { page } = visitor
  await page.locator('footer summary').click()
  await page.getByRole('button', { name: 'Français (France)' }).click()
  await page.getByRole('heading', { level: 2, name: 'Vous cherchez quelqu’un ?' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('fr-FR')
})
