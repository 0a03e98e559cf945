import { describe, expect, test } from 'vitest'
import { aContact } from '../factories/contacts.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { recordMessages } from '../harness/record-messages.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { anOwner } from './account-steps.ts'

const app = await siteApp()

describe('ACCOUNT-2 Home', () => {
  test.each([true, false])('a step is dismissed for a week, for its card only; focus moves on (script: %s)', async (javaScriptEnabled) => {
    await using owner = await anOwner('/account?card=ALIAS', { javaScriptEnabled, cards: [{ phoneNumber: '' }, { phoneNumber: '' }] })
    const { page, cards } = owner
    const step = page.getByRole('link', { name: 'Add photo: Add a photo' })
    const waitForMessage = await recordMessages(page)
    if (javaScriptEnabled) {
      await page.reload()
      await hydrate(page)
    }
    await page.getByRole('button', { name: 'Dismiss: Add a photo' }).click()
    await step.waitFor({ state: 'detached' })
    if (javaScriptEnabled) {
      await waitForMessage('toast', 'Dismissed for a week.')
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
    expect(await page.getByRole('link', { name: 'Turn it on' }).getAttribute('href')).toBe(`/account/edit/${alias}/settings`)
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
