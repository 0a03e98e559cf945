import { describe, expect, test } from 'vitest'
import { aVisitor } from '../harness/visitor.ts'
import { anOwner } from './my-account-steps.ts'

describe('ACC-1 my account', () => {
  test.each(['phone', 'desktop'] as const)('has no layout shift on a %s when it hydrates', async (on) => {
    await using owner = await anOwner({ on, browser: 'complete', experiments: [{ name: 'NotificationsSubscribe', enabled: true }] })
    await owner.page.getByRole('button', { name: /^Add a passkey/ }).waitFor()
    await owner.page.getByRole('button', { name: 'Turn on notifications' }).waitFor()
    expect(await owner.visitor.layoutShift()).toBeLessThan(0.001)
  })

  test('adds each label once, removes it, and stores it on the server', async () => {
    await using owner = await anOwner()
    const { page } = owner
    await page.getByRole('button', { name: 'Add new label' }).first().click()
    const sheet = page.getByRole('dialog', { name: 'Add new label' })
    await sheet.getByRole('textbox', { name: 'Label' }).fill('Spring')
    await sheet.getByRole('button', { name: 'Add new label' }).click()
    await page.getByRole('button', { name: 'Remove Spring' }).waitFor()

    await page.getByRole('button', { name: 'Add new label' }).first().click()
    await sheet.getByRole('textbox', { name: 'Label' }).fill('spring')
    await sheet.getByRole('button', { name: 'Add new label' }).click()
    await sheet.getByText('You already have this label.').waitFor()
    await page.keyboard.press('Escape')

    await page.reload()
    await page.getByRole('button', { name: 'Remove Spring' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Remove Spring' }).count()).toBe(0)
  })

  test('works before any script: a toggle, and an invalid number of seconds', async () => {
    await using owner = await anOwner({ javaScriptEnabled: false })
    const { page } = owner
    const desktop = page.getByRole('switch', { name: 'Also on computers' })
    const before = await desktop.getAttribute('aria-checked')
    await desktop.click()
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
    expect(await desktop.getAttribute('aria-checked')).toBe(before === 'true' ? 'false' : 'true')
    await page.getByRole('textbox', { name: 'Seconds before the form opens' }).fill('soon')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').filter({ hasText: 'Enter a number from 0 to 600.' }).waitFor()
  })

  test('offers translated languages only, stored on this device', async () => {
    await using without = await anOwner()
    expect(await without.page.getByRole('combobox', { name: 'Language' }).count()).toBe(0)

    await using owner = await anOwner({ experiments: [{ name: 'EnableTranslations', enabled: true }] })
    const { page } = owner
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ro')
    await page.getByRole('button', { name: 'Use', exact: true }).click()
    await expect.poll(async () => (await page.context().cookies()).find(({ name }) => name === 'language')?.value).toBe('ro')
  })

  test('sends anonymous visitors to the login and back', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/maren/my-account')
    const { pathname, searchParams } = new URL(visitor.page.url())
    expect([pathname, searchParams.get('from')]).toEqual(['/maren/login', '/maren/my-account'])
  })
})
