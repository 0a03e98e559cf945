import { expect, test } from 'vitest'
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
  expect(await page.locator('.tile-card').count()).toBe(4)

  await page.getByRole('link', { name: 'See Maren’s card' }).click()
  await page.waitForURL('**/maren/home')
  await page.goBack()
  await page.getByLabel('Last part of the card’s address').fill('priya')
  await page.getByRole('button', { name: 'Find card' }).click()
  await page.waitForURL('**/priya/home')
})
