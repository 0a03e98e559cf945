import { RouterContextProvider, type ActionFunctionArgs } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { Site } from '#contract/site.ts'
import { aSite } from '../../../tests/samples/a-card.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { loginProblemKey } from '../../loaders/submit-form.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { action, loader } from './account-setup.tsx'

const typed = { name: 'Maren', email: 'maren@example.com', setupCode: 'ABCD' }
const password = 'Lantern-Ferry-8'

/** Posts the form: its calls, and what the page gets. */
async function post(site: Partial<Site>, headers: Record<string, string> = {}, more: Partial<typeof typed> = {}) {
  const calls: unknown[] = []
  const call = async (...of: unknown[]) => {
    calls.push(of)
    return { address: 'https://id.example/auth', returnUrl: '/account/new' }
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call } as unknown as Api)
  context.set(siteContext, { ...aSite, ...site })
  const init = { method: 'POST', headers, body: new URLSearchParams({ ...typed, ...more, password }) }
  const request = new Request('https://carte.example/setup', init)
  return { calls, answer: await action({ params: {}, request, context } as unknown as ActionFunctionArgs) }
}

describe('ACCOUNT-6 the setup page', () => {
  test.each([
    ['https://cards.example.com', 'http://cards.example.com/setup'],
    ['http://localhost:3000', 'http://192.168.1.23:3000/setup'],
  ])('of %s does nothing where its cookies are dropped: %s', async (publicUrl, referer) => {
    const { calls, answer } = await post({ publicUrl }, { referer })
    expect(calls).toEqual([])
    const message = expect.stringContaining(`Open ${publicUrl}/setup`)
    expect(answer).toMatchObject({ data: { failure: { message, issues: {} }, typed }, init: { status: 403 } })
  })

  test.each([
    ['http://localhost:3000', 'http://127.0.0.1:3000/setup'],
    // Behind a proxy, with the default address: cookies work.
    ['http://localhost:3000', 'https://cards.example.com/setup'],
    ['http://192.168.1.23:3000', 'http://192.168.1.23:3000/setup'],
    ['https://cards.example.com', undefined],
  ])('of %s makes the account from %s', async (publicUrl, referer) => {
    const { calls, answer } = await post({ publicUrl }, referer ? { referer } : {})
    expect(calls).toEqual([['accounts.setUp', { input: { ...typed, password } }]])
    expect((answer as Response).headers.get('location')).toBe('/account/new')
  })

  test('sent before a script read the code, asks for it', async () => {
    const { calls, answer } = await post({}, {}, { setupCode: '' })
    expect(calls).toEqual([])
    const issues = { setupCode: expect.stringContaining('Open the setup link again') }
    expect(answer).toMatchObject({ data: { failure: { issues } }, init: { status: 422 } })
  })

  test.each([
    [true, 'Your account'],
    [false, 'This setup link no longer works'],
  ])('has a title of its own: %s', async (takesSetup, title) => {
    const context = new RouterContextProvider()
    context.set(apiContext, { call: async () => ({ takesSetup }) } as unknown as Api)
    context.set(siteContext, aSite)
    const request = new Request('https://carte.example/setup')
    const data = await loader({ params: {}, request, context } as unknown as ActionFunctionArgs)
    expect(data.title.split(' | ')[0]).toBe(title)
  })

  test('an ended link after a login at an identity provider names the command', () => {
    const t = translateFor(new Request('https://carte.example/account/login'))
    expect(t(loginProblemKey('setup-link-used'))).toContain('npm run carte -- setup-link')
  })

  test('posts the code before a login at an identity provider', async () => {
    const { calls, answer } = await post({ isLoginOutside: true })
    expect(calls).toEqual([['accounts.startSetup', { input: { setupCode: 'ABCD', returnUrl: '/account/new' } }]])
    expect(answer).toMatchObject({ failure: null, address: 'https://id.example/auth' })
  })
})
