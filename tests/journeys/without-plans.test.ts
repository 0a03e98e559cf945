import { expect, test } from 'vitest'
import { cardHref, ownerHref } from '#contract/pages.ts'
import { aVisitor } from '../harness/visitor.ts'
import { alias, aSiteWithoutPlans, load, words } from './without-plans-site.ts'

const site = aSiteWithoutPlans()

test('pages about plans lead to the account, and are not in the admin area', async () => {
  const { url, owner } = site()
  for (const path of [
    ownerHref(alias, 'subscriptions'),
    `${ownerHref(alias, 'subscriptions')}?change_subscription=yes`,
    '/account/subscription',
  ])
    expect(await load(url + path, owner), path).toMatchObject({ status: 302, to: '/account' })
  for (const path of ['/admin/billing', '/admin/webhooks', `/admin/cards/${alias}/plan`])
    expect((await load(url + path, owner)).status, path).toBe(404)
})

test('on a phone, the menus and the account page have no trace of plans', async () => {
  const { url, owner } = site()
  await using visitor = await aVisitor({ baseURL: url })
  const { page } = visitor
  await visitor.setSession(owner.cookie)
  const polls: string[] = []
  page.on('request', (request) => polls.push(request.url()))
  for (const path of ['/account', ownerHref(alias, 'myAccount'), ownerHref(alias, 'myContacts')]) {
    await visitor.open(path)
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('button', { name: 'More' }).click()
    await page.locator('#menu:popover-open').getByRole('link', { name: 'Email signature' }).waitFor()
    expect(await page.locator('body').innerText(), path).not.toMatch(words['en-US'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
  }
  await visitor.open(cardHref({ alias }, 'home'))
  await page.getByRole('button', { name: 'Share' }).first().click()
  expect(await page.locator('#share:popover-open').innerText()).not.toMatch(words['en-US'])
  expect(polls.filter((url) => url.includes('/me/mark/'))).toEqual([])
})
