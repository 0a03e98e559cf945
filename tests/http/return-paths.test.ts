import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReturnUrl } from '#contract/accounts/accounts.ts'
import { isLocalPath, isReturnPath } from '#contract/return-path.ts'
import { ownPath } from '#server/billing/subscriptions/own-path.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { aFront } from '../harness/front.ts'
import { signedIn, type SignedIn } from '../harness/signed-in.ts'
import { returnUrl } from '../../web/loaders/return-url.ts'

let app: TestApp
let owner: SignedIn
let clients = 0
beforeAll(async () => {
  app = await anApp({ settings: { trustProxy: true } })
  owner = await signedIn(app, (await aCard(app.deps)).id)
})
afterAll(() => app[Symbol.asyncDispose]())

/** Addresses that could be read as another site's, break a header or a script, or are API endpoints. */
const traps = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '\t//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/a/../..//evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/./\\evil.example',
  '/a//evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https://evil.example',
  'http://localhost:3000@evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '@evil.example',
  '.evil.example',
  'evil.example',
  '/x\r\nset-cookie: a=b',
  '/x\u0000',
  '/x\u2028y',
  '/x\u2029y',
  '/x\ud800',
  `/${'x'.repeat(3000)}`,
  '',
  '/s/abcdefgh',
  '/S/abcdefgh?x',
  '/%73/abcdefgh',
  '/%53',
  '/s#/ada/home',
  '/bff/login?returnUrl=%2Fada',
  '/%62ff/logout',
  '/remote/api/public/e-card-by-alias/ada',
  '/api/policy',
  '/%E0%A4%A/home',
] as const

const site = 'http://localhost:3000'
/** True if a browser that follows the path, or the resulting path again, stays on this site. */
function endsHere(address: string): boolean {
  const once = new URL(address, site)
  const twice = new URL(once.pathname + once.search + once.hash, site)
  return once.origin === site && twice.origin === site
}

describe('a return path', () => {
  test.each(traps)('%j is rejected everywhere', (trap) => {
    expect(ReturnUrl.safeParse(trap).success).toBe(false)
    expect(returnUrl(trap, '/home')).toBe('/home')
    expect(trap.length < 2000 ? ownPath(trap, site) : '/').toBe('/')
  })

  test.each([
    '/',
    '/account',
    '/admin/reports',
    '/sam/home',
    '/ada/s/abcdefgh',
    '/ada/home?from=https%3A%2F%2Fx.example#top',
    '/ada/my-contacts?q=a//b',
    '/ünï',
    '/%2f%2fevil.example',
  ])('%j is accepted', (path) => {
    expect(ReturnUrl.safeParse(path).success).toBe(true)
    expect(endsHere(returnUrl(path, '/home'))).toBe(true)
  })

  test('any combination of dangerous parts stays on this site', () => {
    const pieces = [
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '\t',
      '\n',
      '@',
      ':',
      'https:',
      'evil.example',
      '?',
      '#',
      'a',
      '／',
      '。',
      '\u200b',
    ]
    let state = 2463534242
    const next = () => {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return state >>> 0
    }
    let taken = 0
    for (let n = 0; n < 20_000; n++) {
      const address = '/' + Array.from({ length: 1 + (next() % 6) }, () => pieces[next() % pieces.length]).join('')
      const isTaken = isLocalPath(address)
      taken += Number(isTaken)
      expect(!isTaken || endsHere(address), address).toBe(true)
      expect(endsHere(ownPath(address, site)), address).toBe(true)
      expect(endsHere(returnUrl(address, '/home')), address).toBe(true)
    }
    expect(taken).toBeGreaterThan(1000)
  })

  test.each(traps)('%j is not followed by any login endpoint', async (trap) => {
    const words = new URLSearchParams({ returnUrl: trap })
    const state = new URLSearchParams({ state: trap })
    const headers = () => ({ 'x-forwarded-for': `10.0.${clients >> 8}.${clients++ & 255}` })
    const answers = await Promise.all([
      owner.ask(`/bff/login?${words}`, { headers: headers() }),
      app.ask(`/bff/login?${words}`, { headers: headers() }),
      app.ask(`/bff/logout?${words}`, { headers: headers() }),
      app.ask(`/bff/logout?${state}`, { headers: headers() }),
      app.ask(`/bff/callback?${state}&code=x`, { headers: headers() }),
    ])
    for (const answer of answers) {
      const location = answer.headers.get('location')
      const isFine = location === null ? [404, 422, 400, 414].includes(answer.status) : endsHere(location) && isReturnPath(location)
      expect(isFine, `${answer.status} ${location}`).toBe(true)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })
})

/** Pages that redirect to themselves, as after a form submission. */
const back = {
  async render({ url }: Request) {
    const { pathname, search } = new URL(url)
    return { response: new Response(null, { status: 303, headers: { location: pathname + search } }), failures: [] }
  },
}

describe.each([
  '//evil.example/shared',
  '///evil.example/shared',
  '/.//evil.example/shared',
  '/a/..//evil.example/shared',
  '/\\evil.example/shared',
])('a redirect from %s stays on this site', (path) => {
  const { ask } = aFront({}, { pages: back })
  const form = { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' }
  const ways: [string, RequestInit][] = [
    ['by a page', {}],
    ['by a form', { method: 'POST', headers: { ...form, origin: site } }],
    ['by what another app shares', { method: 'POST', headers: form }],
    ['by more than can be shared', { method: 'POST', headers: { ...form, 'content-length': '2000000' } }],
  ]
  test.each(ways)('%s', async (_, init) => {
    const location = (await ask(site + path, init)).headers.get('location')
    expect(location).toMatch(/^\/evil\.example\/shared/)
    expect(endsHere(location ?? '')).toBe(true)
  })
})

test.each(['/admin/reports/1/shared', '/account/edit/shared', '/account/shared', '/ada/home/shared'])(
  '%s accepts no parameter of another app; only a card does',
  async (path) => {
    const { ask } = aFront({}, { pages: back })
    const headers = { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' }
    expect((await ask(path, { method: 'POST', headers })).status).toBe(403)
    expect((await ask('/ada/shared', { method: 'POST', headers })).status).toBe(303)
  },
)
