import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { aName, registerAccount, signUp } from './sign-up-steps.ts'

const app = await siteApp()

describe('a new card', () => {
  test('ACCOUNT-1 works without scripts', async () => {
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { alias, name } = await signUp(visitor, aName())
    await using stranger = await aVisitor({ javaScriptEnabled: false })
    expect(await stranger.open(`/${alias}/home`)).toBe(200)
    expect(await stranger.page.getByRole('heading', { level: 1 }).innerText()).toContain(name.split(' ')[1])
  })

  test('ACCOUNT-1 on a narrow phone steps go back, lose nothing and skip an unknown word', async () => {
    await using visitor = await aVisitor({ on: 'narrow' })
    const { page } = visitor
    const { alias } = await signUp(visitor, aName())
    const begin = async (step: string) => {
      await page.waitForURL(`**/account/new/${alias}/${step}*`)
      await hydrate(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), step).toBeLessThanOrEqual(320)
    }
    await begin('photo')
    // The browser's own Back: the form that created the card leads on to it.
    await page.goBack()
    await begin('you')
    expect(await page.getByLabel('Job title').inputValue()).toBe('Bookbinder')
    await page.goForward()
    await begin('photo')
    await page.getByRole('button', { name: 'Back' }).click()
    await begin('you')
    expect(await page.getByLabel('Job title').inputValue()).toBe('Bookbinder')
    await page.getByLabel('Company').fill('Berg & Daughters')
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Daughters')
    await page.reload()
    await expect.poll(() => page.getByLabel('Company').inputValue()).toBe('Berg & Daughters')
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await begin('photo')
    await page.getByRole('button', { name: 'Back' }).click()
    await begin('you')
    expect(await page.getByLabel('Company').inputValue()).toBe('Berg & Daughters')
    await page.getByRole('button', { name: 'Continue' }).click()
    await begin('photo')
    await page.getByRole('link', { name: 'Not now' }).click()
    await begin('look')
    const back = await page.getByRole('button', { name: 'Back' }).elementHandle()
    const apartPx = (link: Element, button: Element | null) =>
      link.getBoundingClientRect().top - (button?.getBoundingClientRect().top ?? NaN)
    expect(await page.getByRole('link', { name: 'Not now' }).evaluate(apartPx, back)).toBe(0)
    await page.getByRole('radio', { name: 'Meridian' }).check({ force: true })
    await page.getByRole('radio', { name: 'Plum' }).check({ force: true })
    await page.reload()
    await expect.poll(() => page.getByRole('radio', { name: 'Meridian' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await preview.getByRole('link', { name: 'View card' }).waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await preview.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await begin('links')
    await page.getByLabel('Your links').fill('instagram.com/ida buckeyehomegroup')
    await page.getByLabel('Your links').press('Enter')
    const chosen = page.getByLabel('Type of link: https://instagram.com/ida')
    await chosen.waitFor()
    await page.reload()
    await chosen.waitFor()
    expect(await page.getByLabel('Your links').inputValue()).toBe('buckeyehomegroup')
    await page.getByRole('button', { name: 'Back' }).click()
    await begin('look')
    expect(await page.getByRole('radio', { name: 'Plum' }).isChecked()).toBe(true)
    await page.getByRole('link', { name: 'Photo' }).click()
    await begin('photo')
    await page.getByRole('link', { name: 'Not now' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await begin('links')
    await chosen.waitFor()
    expect(await page.getByLabel('Your links').inputValue()).toBe('buckeyehomegroup')
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await page.getByText('Correct what we couldn’t recognize').waitFor()
    await page.getByRole('button', { name: 'Finish without “buckeyehomegroup”' }).click()
    await begin('done')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('carte:new-card')))).toEqual([])
    // Another card begins with a form of its own.
    await visitor.open('/account/new')
    await page.getByRole('heading', { name: 'Choose your card’s address' }).waitFor()
  })

  test('ACCOUNT-1 without scripts too', async () => {
    await using visitor = await aVisitor({ on: 'narrow', javaScriptEnabled: false })
    const { page } = visitor
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url()))
    const { alias } = await signUp(visitor, aName())
    // The form that created the card leads on to it.
    await page.goto(visited.find((url) => url.includes('/account/new?')) ?? '')
    await page.waitForURL(`**/account/new/${alias}/you`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByLabel('Your name', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Please enter your name.').waitFor()
    await page.getByLabel('Your name', { exact: true }).fill('Ida Holm')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Not now' }).click()
    await page.getByRole('radio', { name: 'Plum' }).check({ force: true })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Your links').fill('instagram.com/ida')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.waitForURL(`**/account/new/${alias}/look`)
    expect(await page.getByRole('radio', { name: 'Plum' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Type of link: https://instagram.com/ida').waitFor()
    await page.getByLabel('Your links').fill('buckeyehomegroup')
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await page.getByRole('button', { name: 'Finish without “buckeyehomegroup”' }).click()
    await page.waitForURL(`**/account/new/${alias}/done`)
    await visitor.open(`/${alias}/home`)
    await page.getByRole('heading', { level: 1, name: 'Ida Holm' }).waitFor()
    expect(await page.getByRole('link', { name: /Instagram/ }).count()).toBeGreaterThan(0)
  })

  test('AUTH-8 reports a taken address while typing, with free suggestions', async () => {
    const taken = await aCard(app.deps)
    await using visitor = await aVisitor()
    await registerAccount(visitor, 'Ida Berg')
    const { page } = visitor
    await visitor.open('/account/new')
    await page.getByText('is available.').first().waitFor()
    await hydrate(page)
    await page.getByLabel('Card address').fill(taken.alias)
    await page.getByText('That address is taken.').first().waitFor()
    await page.getByRole('group', { name: 'Available alternatives' }).getByRole('button').first().click()
    await page.getByText('is available.').first().waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('ACCOUNT-1 keeps its input over a reload, and a double click creates one card', async () => {
    await using visitor = await aVisitor()
    const owner = await registerAccount(visitor, `Ida ${aName()}`)
    const { page } = visitor
    await visitor.open('/account/new')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Company').waitFor()
    await hydrate(page)
    await page.getByLabel('Company').fill('Berg & Daughters')
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Daughters')
    await page.reload()
    await expect.poll(() => page.getByLabel('Company').inputValue()).toBe('Berg & Daughters')
    expect(await visitor.layoutShift()).toBeLessThan(0.02)
    // The next account on this device sees nothing of it.
    await registerAccount(visitor, 'Otto Next')
    await visitor.open('/account/new')
    await hydrate(page)
    expect([await page.getByLabel('Card address').count(), await page.getByLabel('Company').count()]).toEqual([1, 0])
    await visitor.setSession(owner.cookie)
    await visitor.open('/account/new')
    await page.getByLabel('Company').waitFor()
    await page.getByRole('button', { name: 'Create my card' }).dblclick()
    await page.waitForURL('**/photo')
    expect(await owner.call('cards.own')).toHaveLength(1)
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Daughters')

    // Nor does an account that logs out leave an unfinished card behind.
    await visitor.open('/account')
    await hydrate(page)
    await page.evaluate(() => localStorage.setItem('carte:new-card:half', '{}'))
    await page.getByRole('button', { name: 'Account menu' }).filter({ visible: true }).click()
    await page
      .getByRole('dialog', { name: 'Account menu' })
      .getByRole('link', { name: /^Log ?out$/i })
      .click()
    await page.waitForURL((url) => url.pathname !== '/account')
    expect(await page.evaluate(() => localStorage.getItem('carte:new-card:half'))).toBeNull()
  })
})

describe('a card without an owner', () => {
  test('ACCESS-2 a disabled card is activated by a claim, or by its owner in the editor', async () => {
    const card = await aCard(app.deps, { eCardEnabled: false })
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { page } = visitor
    const activate = async () => {
      await visitor.open(`/${card.alias}/home`)
      await page.getByRole('link', { name: /^Activate/ }).click()
      return new URL(page.url()).pathname
    }
    expect(await activate()).toBe(`/account/claim/${card.alias}`)
    await page.getByRole('heading', { name: 'Is this your card?' }).waitFor()

    const owner = await signedIn(app, card.id)
    expect(await activate()).toBe(`/account/claim/${card.alias}`)
    const login = await page.getByRole('main').getByRole('link', { name: 'Log in' }).getAttribute('href')
    expect(login).toBe(`/account/login?${new URLSearchParams({ returnUrl: `/account/claim/${card.alias}` })}`)
    await visitor.setSession(owner.cookie)
    expect(await activate()).toBe(`/account/edit/${card.alias}/settings`)
  })

  test('AUTH-8 with an owner looks like an unknown address', async () => {
    const [card, free, own] = [await aCard(app.deps), await aCard(app.deps), await aCard(app.deps)]
    await signedIn(app, card.id)
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const claimPage = async (alias: string) => {
      const status = await visitor.open(`/account/claim/${alias}`)
      return [status, await visitor.page.title(), await visitor.page.getByRole('main').innerText()]
    }
    const loggedOut = await claimPage(card.alias)
    expect(loggedOut).toEqual([200, expect.stringContaining('Is this your card?'), expect.stringContaining('Log in')])
    expect([await claimPage('an-alias-without-a-card'), await claimPage(free.alias)]).toEqual([loggedOut, loggedOut])

    await visitor.setSession((await signedIn(app, own.id)).cookie)
    const loggedIn = await claimPage(card.alias)
    expect(loggedIn).toEqual([404, expect.stringContaining('Nothing to claim'), expect.any(String)])
    expect(await claimPage('an-alias-without-a-card')).toEqual(loggedIn)
  })
})
