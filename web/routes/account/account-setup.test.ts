import { RouterContextProvider, type ActionFunctionArgs } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { Site } from '#contract/site.ts'
import { aSite } from '../../../tests/samples/a-card.ts'
import { loadMessages } from '../../i18n/use-translate.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { loginProblemKey } from '../../loaders/submit-form.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { action, loader } from './account-setup.tsx'

const typed = { name: 'Maren', email: 'maren@example.com', setupCode: 'ABCD' }
const password = 'Lantern-Ferry-8'

/** Posts the form: its calls, and what the page gets. */
async function post(
  site: Partial<Site>,
  headers: Record<string, string> = {},
  more: Partial<typeof typed> & { passkey?: string } = {},
  rejection?: object,
  fields: Record<string, string> = {},
) {
  const calls: unknown[] = []
  const call = async (...of: unknown[]) => {
    calls.push(of)
    if (rejection) throw Object.assign(new Error('refused'), { problem: rejection })
    return { address: 'https://id.example/auth', returnUrl: '/setup/installation' }
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call } as unknown as Api)
  context.set(siteContext, { ...aSite, ...site })
  const init = { method: 'POST', headers, body: new URLSearchParams({ ...typed, ...more, ...fields, password }) }
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
    expect((answer as Response).headers.get('location')).toBe('/setup/installation')
  })

  test('LANG-1 changes its language, also without a script, and makes no account', async () => {
    const { calls, answer } = await post({}, {}, { setupCode: '' }, undefined, { language: 'ro', returnUrl: '/setup' })
    expect(calls).toEqual([])
    const { headers, status } = answer as Response
    expect([status, headers.get('location')]).toEqual([302, '/setup'])
    expect(headers.get('set-cookie')).toContain('=ro;')
  })

  test('sent before a script read the code, asks for it', async () => {
    const { calls, answer } = await post({}, {}, { setupCode: '' })
    expect(calls).toEqual([])
    const issues = { setupCode: expect.stringContaining('Open the setup link again') }
    expect(answer).toMatchObject({ data: { failure: { issues } }, init: { status: 422 } })
  })

  test('sends a passkey instead of the password, and no other text in its place', async () => {
    const passkey = { userId: 'x', answer: { id: 'x' } }
    expect((await post({}, {}, { passkey: JSON.stringify(passkey) })).calls).toEqual([['accounts.setUp', { input: { ...typed, passkey } }]])
    for (const text of ['{', 'null', '5', '"x"'])
      expect((await post({}, {}, { passkey: text })).calls).toEqual([['accounts.setUp', { input: { ...typed, password } }]])
  })

  test.each([{ detail: 'We couldn’t read that passkey.' }, { issues: [{ path: 'passkey.answer.id', message: 'Invalid input' }] }])(
    'a refused passkey is explained in the reader’s language, and the form stays: %j',
    async (why) => {
      await loadMessages('fr-FR')
      const rejection = { type: '/problems/input-invalid', title: 'Invalid', status: 422, ...why }
      const { answer } = await post({}, { 'accept-language': 'fr-FR' }, { passkey: '{"userId":"x","answer":{}}' }, rejection)
      expect(answer).toMatchObject({
        data: { failure: { message: expect.stringContaining('clé d’accès'), issues: {} }, typed },
        init: { status: 422 },
      })
    },
  )

  const load = async (search: string, setupMinutesLeft: number | null = 60, isAdmin = false) => {
    const call = async (name: string) => {
      if (name === 'releases.admin' && !isAdmin) throw Object.assign(new Error('no administrator'), { problem: { status: 401 } })
      return { setupMinutesLeft }
    }
    const context = new RouterContextProvider()
    context.set(apiContext, { call } as unknown as Api)
    context.set(siteContext, aSite)
    const request = new Request(`https://carte.example/setup${search}`)
    return loader({ params: {}, request, context } as unknown as ActionFunctionArgs)
  }

  test.each([
    ['', 60, 'New, or restore a backup?'],
    ['?start=new', 1, 'Your account'],
    ['?start=other', 60, 'New, or restore a backup?'],
    ['', null, 'This setup link no longer works'],
    ['?start=new', null, 'This setup link no longer works'],
  ])('has a title of its own: %s, %s minutes left', async (search, minutesLeft, title) => {
    const data = await load(search, minutesLeft)
    expect([data.title.split(' | ')[0], data.minutesLeft]).toEqual([title, minutesLeft])
  })

  test('leads an administrator on, who left it after the first step', async () => {
    const answer = await load('', null, true).catch((thrown: unknown) => thrown)
    expect(answer instanceof Response && [answer.status, answer.headers.get('location')]).toEqual([302, '/setup/installation'])
  })

  test('leads to the restore', async () => {
    const answer = await load('?start=restore').catch((thrown: unknown) => thrown)
    expect(answer instanceof Response && [answer.status, answer.headers.get('location')]).toEqual([302, '/setup/restore'])
  })

  test('an ended link after a login at an identity provider names the command', () => {
    const t = translateFor(new Request('https://carte.example/account/login'))
    expect(t(loginProblemKey('setup-link-used'))).toContain('npm run carte -- setup-link')
  })

  test('posts the code before a login at an identity provider', async () => {
    const { calls, answer } = await post({ isLoginOutside: true })
    expect(calls).toEqual([['accounts.startSetup', { input: { setupCode: 'ABCD', returnUrl: '/setup/installation' } }]])
    expect(answer).toMatchObject({ failure: null, address: 'https://id.example/auth' })
  })
})
