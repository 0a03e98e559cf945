import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { signedIn, signedInAs } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const house = await behindTheSite()

type Experiments = { name: string; enabled: boolean }[]

async function anOwner({ experiments = [], ...wishes }: { experiments?: Experiments } & Parameters<typeof aVisitor>[0] = {}) {
  const card = await aCard(house.needs, { experiments })
  const owner = await signedIn(house, card.id)
  const visitor = await aVisitor(wishes)
  await visitor.wear(owner.cookie)
  await visitor.open(`/${card.alias}/my-account`)
  return { owner, card, visitor, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

const updateSettings = '**/update-settings'

describe('ACC-2 a toggle', () => {
  test('changes at once, and is still so when the page is read again', async () => {
    await using owner = await anOwner()
    const { page } = owner
    const asks = page.getByRole('switch', { name: 'Ask visitors to connect' })
    await page.getByRole('button', { name: /^Add a passkey/ }).waitFor()
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/update-settings'))
    await asks.click()
    await expect.poll(() => asks.getAttribute('aria-checked')).toBe('false')
    expect((await kept).status()).toBe(200)
    await page.reload()
    expect(await asks.getAttribute('aria-checked')).toBe('false')
  })

  test('goes back when the server refuses, and says why', async () => {
    await using owner = await anOwner()
    const { page } = owner
    // What only a script offers shows that one runs.
    await page.getByRole('button', { name: /^Add a passkey/ }).waitFor()
    await page.route(updateSettings, (route) => route.fulfill({ json: { success: 0, message: 'No settings selected.' } }))
    const asks = page.getByRole('switch', { name: 'Ask visitors to connect' })
    await asks.click()
    await page.getByRole('alert').filter({ hasText: 'Error updating. No settings selected.' }).waitFor({ state: 'attached' })
    expect(await asks.getAttribute('aria-checked')).toBe('true')
  })
})

describe('ACC-1 my account', () => {
  test.each(['phone', 'desktop'] as const)('nothing moves on a %s when the script arrives', async (on) => {
    await using owner = await anOwner({ on, experiments: [{ name: 'NotificationsSubscribe', enabled: true }] })
    await owner.page.getByRole('button', { name: /^Add a passkey/ }).waitFor()
    await owner.page.getByRole('button', { name: 'Turn on notifications' }).waitFor()
    expect(await owner.visitor.shifts()).toBeLessThan(0.001)
  })

  test('labels are added, once each, and removed; the server keeps them', async () => {
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

  test('works before any script: a toggle, and a wrong number of seconds', async () => {
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

  test('every device that is signed in is listed, and all others are ended together', async () => {
    await using owner = await anOwner()
    const { page } = owner
    await signedInAs(house, owner.owner.email)
    await page.reload()
    const devices = page.getByRole('region', { name: 'Where you’re logged in' })
    expect(await devices.getByRole('listitem').count()).toBe(2)
    await devices.getByRole('button', { name: 'Log out of all other devices' }).click()
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(1)
    await devices.getByText('This device').waitFor()
  })

  test('the language is offered with translations only, and is kept on this device', async () => {
    await using without = await anOwner()
    expect(await without.page.getByRole('combobox', { name: 'Language' }).count()).toBe(0)

    await using owner = await anOwner({ experiments: [{ name: 'EnableTranslations', enabled: true }] })
    const { page } = owner
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ro')
    await page.getByRole('button', { name: 'Use', exact: true }).click()
    await expect.poll(async () => (await page.context().cookies()).find(({ name }) => name === 'language')?.value).toBe('ro')
  })

  test('somebody who is not signed in is led to the login and back', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/maren/my-account')
    const { pathname, searchParams } = new URL(visitor.page.url())
    expect([pathname, searchParams.get('from')]).toEqual(['/maren/login', '/maren/my-account'])
  })
})
