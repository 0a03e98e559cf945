import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReturnUrl } from '#contract/accounts/accounts.ts'
import { isPathHere, isWayBack } from '#contract/way-back.ts'
import { ownPath } from '#server/billing/subscriptions/own-path.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { aFront } from '../harness/front.ts'
import { signedIn, type SignedIn } from '../harness/signed-in.ts'
import { returnUrl } from '../../web/routes/account/return-url.ts'

let app: TestApp
let owner: SignedIn
beforeAll(async () => {
  app = await anApp({ settings: { trustProxy: true } })
  owner = await signedIn(app, (await aCard(app.needs)).id)
})
afterAll(() => app[Symbol.asyncDispose]())

/** Addresses that a browser, a server or a hasty program takes for one of another site, that break a header or a script, or doors for programs. */
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
/** Where a browser ends that is led there, and one that is led once more by the path of that. */
function endsHere(given: string): boolean {
  const once = new URL(given, site)
  const twice = new URL(once.pathname + once.search + once.hash, site)
  return once.origin === site && twice.origin === site
}

describe('a way back', () => {
  test.each(traps)('%j is none, wherever it is given', (trap) => {
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
  ])('%j is one', (path) => {
    expect(ReturnUrl.safeParse(path).success).toBe(true)
    expect(endsHere(returnUrl(path, '/home'))).toBe(true)
  })

  test('whatever is put together of dangerous pieces, what is taken ends on this site', () => {
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
      const given = '/' + Array.from({ length: 1 + (next() % 6) }, () => pieces[next() % pieces.length]).join('')
      const isTaken = isPathHere(given)
      taken += Number(isTaken)
      expect(!isTaken || endsHere(given), given).toBe(true)
      expect(endsHere(ownPath(given, site)), given).toBe(true)
      expect(endsHere(returnUrl(given, '/home')), given).toBe(true)
    }
    expect(taken).toBeGreaterThan(1000)
  })

  test.each(traps)('%j is followed by no door of the login', async (trap) => {
    const words = new URLSearchParams({ returnUrl: trap })
    const state = new URLSearchParams({ state: trap })
    const headers = () => ({ 'x-forwarded-for': `10.0.${Math.floor(Math.random() * 256)}.1` })
    const answers = await Promise.all([
      owner.ask(`/bff/login?${words}`, { headers: headers() }),
      app.ask(`/bff/login?${words}`, { headers: headers() }),
      app.ask(`/bff/logout?${words}`, { headers: headers() }),
      app.ask(`/bff/logout?${state}`, { headers: headers() }),
      app.ask(`/bff/callback?${state}&code=x`, { headers: headers() }),
    ])
    for (const answer of answers) {
      const location = answer.headers.get('location')
      const isFine = location === null ? [404, 422, 400, 414].includes(answer.status) : endsHere(location) && isWayBack(location)
      expect(isFine, `${answer.status} ${location}`).toBe(true)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })
})

/** Pages that send everybody back to where they are, as a form does that was taken. */
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
])('whoever is sent on from %s stays on this site', (path) => {
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
  '%s takes nothing from another app: only a card does',
  async (path) => {
    const { ask } = aFront({}, { pages: back })
    const headers = { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' }
    expect((await ask(path, { method: 'POST', headers })).status).toBe(403)
    expect((await ask('/ada/shared', { method: 'POST', headers })).status).toBe(303)
  },
)
