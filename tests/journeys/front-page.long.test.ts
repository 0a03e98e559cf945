import { expect, test } from 'vitest'
import { openSiteApp } from '../harness/site-app.ts'
import { aVisitor } from '../harness/visitor.ts'
import { anOwner } from './account-steps.ts'

/** The front page of an installation with these settings, in process. */
async function frontOf(environment: Record<string, string>): Promise<string> {
  await using app = await openSiteApp({ pages: true, environment })
  const answer = await app.fetch(new Request(`${app.deps.settings.publicUrl}/`, { headers: { 'accept-language': 'en-US' } }))
  return await answer.text()
}

test.each([320, 1920])('nothing is cut off at %i px, and reduced motion stops the phone', async (width) => {
  await using visitor = await aVisitor({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
  await visitor.open('/')
  const { page } = visitor
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('the front page leads an owner who is logged in to Home', async () => {
  await using owner = await anOwner('/')
  const site = owner.page.getByRole('navigation', { name: 'Site' })
  expect(await site.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/account')
  expect(await site.getByRole('link', { name: /Log in|Sign up/ }).count()).toBe(0)
})

test('an installation without demo cards has a front page in its own name', async () => {
  const html = await frontOf({ PRODUCT_NAME: 'Grandview Bay Homes' })
  expect(html).toContain('Find your agent at Grandview Bay Homes.')
  expect(html.match(/class="btn[^"]*door/g)).toHaveLength(1)
  expect(html).not.toContain('class="tile-card')
})

test('there is no sign-up where an identity provider manages accounts', async () => {
  const outside = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'carte' }
  const html = await frontOf(outside)
  expect(html).toContain('Your office creates new accounts.')
  expect(html).not.toContain('/account/sign-up')
  expect(await frontOf({})).toContain('/account/sign-up')
})

test('ACCOUNT-6 the front page says who can sign up, in the administrator’s words', async () => {
  const invited = await frontOf({ SIGN_UP: 'invited', PRODUCT_DESCRIPTION: 'Homes on the bay since 1987.' })
  expect(invited).toContain('<p class="lead">Homes on the bay since 1987.</p>')
  expect(invited).toContain('<meta name="description" content="Homes on the bay since 1987."')
  expect(invited).toContain('New accounts are by invitation.')
  expect(invited).not.toContain('/account/sign-up')
  expect(await frontOf({ SIGN_UP: 'off' })).toContain('Your office creates new accounts.')
  expect(await frontOf({ SIGN_UP: 'example.com' })).toContain('/account/sign-up')
})
