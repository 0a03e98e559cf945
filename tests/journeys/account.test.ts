import { describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

const app = await siteApp()

type Options = Parameters<typeof aVisitor>[0] & { cards?: Parameters<typeof aCard>[1][] }

async function anOwner(path: string, { cards: wanted = [{}], ...options }: Options = {}) {
  const cards = []
  for (const fields of wanted) cards.push(await aCard(app.deps, fields))
  const owner = await signedIn(app, ...cards.map(({ id }) => id))
  const visitor = await aVisitor(options)
  await visitor.setSession(owner.cookie)
  await visitor.open(path.replaceAll('ALIAS', cards[0]?.alias ?? ''))
  return { owner, cards, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

describe('ACCOUNT-2 Home', () => {
  test('is about one card and links to every other, without scripts', async () => {
    const long = 'Bartholomew Featherstonehaugh-Cholmondele'
    await using owner = await anOwner('/account', {
      javaScriptEnabled: false,
      cards: [
        { fullName: long, phoneNumber: '' },
        { eCardEnabled: false, fullName: 'Ada Winter' },
      ],
    })
    const { page, cards } = owner
    const [first = '', second = ''] = cards.map(({ alias }) => alias)
    const cardList = page.getByRole('navigation', { name: 'Your cards' })
    expect(await cardList.getByRole('link', { name: long }).getAttribute('aria-current')).toBe('true')
    expect(await page.getByRole('link', { name: 'Add photo: Add a photo' }).getAttribute('href')).toBe(
      `/account/edit/${first}/profile#photo`,
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    await page.getByRole('button', { name: 'Show QR' }).last().click()
    await page.getByRole('dialog', { name: 'QR code' }).getByRole('img', { name: `A QR code that opens` }).waitFor()
    await page.getByRole('button', { name: 'Close' }).filter({ visible: true }).click()

    await cardList.getByRole('link', { name: /Ada Winter\s+Off/ }).click()
    await page.waitForURL(`**/account?card=${second}`)
    expect(await page.getByRole('region', { name: 'Your card' }).getByText('Off', { exact: true }).count()).toBe(1)
    expect(await page.getByRole('link', { name: 'Turn it on: Your card is off' }).getAttribute('href')).toBe(`/account/edit/${second}/card`)
    const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
    expect(await shortcuts.getByRole('link', { name: 'Analytics' }).getAttribute('href')).toBe(`/${second}/analytics`)
  })

  test('shows a new contact and links to it', async () => {
    await using owner = await anOwner('/account')
    const { page, cards } = owner
    await aContact(app.deps, cards[0]?.id ?? '', { name: 'Wilhelmina' })
    await page.reload()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page
      .getByRole('main')
      .getByRole('link', { name: /Wilhelmina/ })
      .waitFor()
    await page.getByRole('link', { name: 'Open contacts: 1 new contact' }).click()
    await page.waitForURL(`**/${cards[0]?.alias}/my-contacts`)
  })

  test.each([true, false])('a step is dismissed for a week, for its card only; focus moves on (script: %s)', async (javaScriptEnabled) => {
    await using owner = await anOwner('/account?card=ALIAS', { javaScriptEnabled, cards: [{ phoneNumber: '' }, { phoneNumber: '' }] })
    const { page, cards } = owner
    const step = page.getByRole('link', { name: 'Add photo: Add a photo' })
    if (javaScriptEnabled) await hydrate(page)
    await page.getByRole('button', { name: 'Dismiss: Add a photo' }).click()
    await step.waitFor({ state: 'detached' })
    if (javaScriptEnabled) {
      await page.getByText('Dismissed for a week.').first().waitFor()
      await page.locator('h2:focus').filter({ hasText: 'What to do next' }).waitFor()
    }
    await page.goto(`/account?card=${cards[0]?.alias}`)
    await page.getByRole('heading', { name: 'What to do next' }).waitFor()
    expect(await step.count()).toBe(0)
    await page.goto(`/account?card=${cards[1]?.alias}`)
    await step.waitFor()
    const [dismissedCookie] = (await page.context().cookies(new URL('/account', page.url()).href)).filter(
      ({ name }) => name === 'dismissed',
    )
    expect((dismissedCookie?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(7 * 86_400)
  })
})

describe('the pages of a disabled card', () => {
  test.each(['my-contacts', 'analytics', 'my-account'])('ACCOUNT-2 %s opens for its owner only, and links to the switch', async (path) => {
    await using owner = await anOwner(`/ALIAS/${path}`, { javaScriptEnabled: false, cards: [{ eCardEnabled: false }] })
    const { page, cards } = owner
    const alias = cards[0]?.alias ?? ''
    expect(new URL(page.url()).pathname).toBe(`/${alias}/${path}`)
    expect(await page.getByRole('main').getByText('Your card is off').isVisible()).toBe(true)
    expect(await page.getByRole('link', { name: 'Turn it on' }).getAttribute('href')).toBe(`/account/edit/${alias}/card`)
    await using guest = await aVisitor({ javaScriptEnabled: false })
    await guest.open(`/${alias}/${path}`)
    expect(new URL(guest.page.url()).pathname).toMatch(/disabled$/)
  })

  test('ACCOUNT-2 its contacts can be searched and its account changed', async () => {
    await using owner = await anOwner('/ALIAS/my-contacts', { cards: [{ eCardEnabled: false }] })
    const { page, cards } = owner
    await aContact(app.deps, cards[0]?.id ?? '', { name: 'Wilhelmina' })
    await page.reload()
    await page.getByText('Wilhelmina').first().waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.goto(`/${cards[0]?.alias}/my-account`)
    await page.getByRole('button', { name: /^Add a passkey/ }).waitFor()
    const toggle = page.getByRole('switch', { name: 'Ask visitors to connect' })
    const dismissedCookie = page.waitForResponse((answer) => answer.url().endsWith('/update-settings'))
    await toggle.click()
    expect((await dismissedCookie).status()).toBe(200)
    await page.reload()
    expect(await toggle.getAttribute('aria-checked')).toBe('false')
  })
})

describe('ACCOUNT-3 the subscription', () => {
  test('an anchor’s target exists and has the focus, and nothing asks for money', async () => {
    await using owner = await anOwner('/account/subscription?alias=ALIAS&change_subscription=yes#cancel')
    const { page } = owner
    const section = page.getByRole('region', { name: 'Cancel' })
    await section.waitFor()
    expect(await section.evaluate((region) => region.matches(':target'))).toBe(true)
    await page.getByRole('heading', { name: 'PRO active' }).waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('the old address of the photo redirects to the editor only', async () => {
    await using owner = await anOwner('/account')
    const redirect = async (alias: string) => {
      const section = await owner.page.request.get(`/account/profile-image?alias=${encodeURIComponent(alias)}`, { maxRedirects: 0 })
      return section.headers()['location']
    }
    expect(await redirect('anna')).toBe('/account/edit/anna/profile#photo')
    expect(await redirect('//evil.example')).toBe('/account')
  })
})

describe('PRIVACY the owner’s account', () => {
  test('is downloaded, deleted by typing its name, and restored with one click', async () => {
    await using owner = await anOwner('/account/privacy')
    const { page, cards } = owner
    expect(await findAccessibilityIssues(page)).toEqual([])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download everything' }).click()
    expect((await download).suggestedFilename()).toMatch(/^carte-.*\.tar\.gz$/)

    const name = page.getByRole('textbox', { name: /To confirm/ })
    await name.fill('yes')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('alert').filter({ hasText: 'doesn’t match your email' }).waitFor()
    await name.fill(cards[0]?.alias ?? '')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByText(/^Your account will be deleted on/).waitFor()

    await page.goto(new URL('/account', page.url()).href)
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await page.getByText('Welcome back').waitFor()
    expect(await page.getByRole('button', { name: 'Delete my account' }).isVisible()).toBe(true)
  })

  test('requires a new login if the last one is old', async () => {
    await using owner = await anOwner('/account')
    const { page } = owner
    await app.deps.db.execute(sql`update session set signed_in_at = signed_in_at - interval '1 hour' where id = ${owner.owner.sessionId}`)
    await page.goto(new URL('/account/privacy', page.url()).href)
    expect(await page.getByRole('button', { name: 'Delete my account' }).isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Log in again' }).click()
    await page.waitForURL('**/account/login?returnUrl=*')
  })
})
