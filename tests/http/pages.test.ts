import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { requestLanguage } from '#common/request-language.ts'
import type { Api } from '#contract/api.ts'
import { linkPreviewHref, noDataPath, unknownLinkCode } from '#contract/pages.ts'
import { createAnswerCache } from '#server/http/cache/answer-cache.ts'
import { createFront, type FrontDeps } from '#server/http/front.ts'
import { createCacheFront } from '#server/http/cache/cache-front.ts'
import { createLimits } from '#server/http/limits/limits.ts'
import { createMetrics } from '#server/http/monitoring/metrics.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { readSettings } from '#server/settings.ts'
import { problem } from '#server/http/problems/problem.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { patienceMs } from '../harness/patience.ts'

type Draw = (request: Request, api: Api) => Promise<Response>

const page = (html: string, init: ResponseInit = {}) =>
  new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', 'x-nonce': 'n-1' }, ...init })
const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

/** The front with pages of the test, which records each render in `rendered`. */
function aSite(
  draw: Draw,
  handlers: Partial<Handlers> = settingsOnly,
  callerOf?: (request: Request) => Promise<Caller>,
  isAway: () => boolean = () => false,
  slowBodyMs = patienceMs,
  nowMs = () => 0,
) {
  const rendered: string[] = []
  const settings = readSettings({ DEMO: 'off' })
  const deps: FrontDeps = {
    settings,
    handlers: handlers as Handlers,
    cache: createAnswerCache({ nowMs }),
    limits: createLimits(),
    metrics: createMetrics(),
    log: silentLog,
    readiness: { check: async () => (isAway() ? 'unavailable' : 'ready'), drain() {}, last: () => 'ready' },
    listed: { after: async () => [], pageStarts: async () => [] },
    ...(callerOf ? { callerOf } : {}),
    slowBodyMs,
    pages: {
      async render(request, api) {
        rendered.push(request.url.slice(settings.publicUrl.length))
        const failures: unknown[] = []
        const response = await draw(request, api).catch((error: unknown) => {
          failures.push(error)
          return page('<h1>Something failed</h1>', { status: 500 })
        })
        return { response, failures }
      },
    },
  }
  const front = createFront(deps)
  const ask = (path: string, init?: RequestInit) => front(new Request(new URL(path, settings.publicUrl), init))
  const cacheFront = createCacheFront(deps)
  return {
    ask,
    rendered,
    cacheFront,
    cachedCount: () => deps.cache.size().answers,
    forget: () => deps.cache.invalidate('installation:application-settings'),
  }
}

const settingsOnly: Partial<Handlers> = {
  async 'cards.settings'({ dependsOn }) {
    dependsOn('installation:application-settings')
    return {
      services: {} as never,
      reviewLinkComponents: {},
      claimTags: '',
      emailBody: '',
      smsBody: '',
      reviewMeEmailBody: '',
      reviewMeSmsBody: '',
      reviewLinkGradeComponentId: 0,
      anyPermission: 0,
    }
  },
}

const draws: Draw = async (request, api) => {
  await api.call('cards.settings')
  return page(
    `<p>${new URL(request.url).search}</p><style data-precedence="base">p{color:red}</style><script nonce="n-1">begin()</script><script src="/far.js"></script>`,
  )
}

describe('a page', () => {
  test('an archive without a session is a page for people, a problem for programs', async () => {
    const { ask } = aSite(draws)
    const types = ['text/html', 'application/json'].map(async (accept) => {
      const { status, headers } = await ask('/bff/archive', { headers: { accept } })
      return [status, headers.get('content-type')]
    })
    expect(await Promise.all(types)).toEqual([
      [401, 'text/html; charset=utf-8'],
      [401, 'application/problem+json; charset=utf-8'],
    ])
  })

  test('the data of a page names its charset', async () => {
    const { ask } = aSite(async () => new Response('Zoë', { headers: { 'content-type': 'text/x-script' } }))
    expect((await ask('/ada/home.data')).headers.get('content-type')).toBe('text/x-script; charset=utf-8')
  })

  test.each(['br', 'gzip'] as const)('of an owner is compressed with %s, though it is never cached', async (encoding) => {
    const contacts = 'Ann Field, ann@example.com. '.repeat(1000)
    const owner = { kind: 'owner', accountId: 'a', sessionId: 's', subjectIds: [], isAdmin: false } as const
    const { ask, cachedCount } = aSite(
      async () => page(contacts),
      {},
      async () => owner,
    )
    const answer = await ask('/my-contacts', { headers: { 'accept-encoding': encoding } })
    expect(Object.fromEntries(answer.headers)).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'no-store' })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.length).toBeLessThan(contacts.length / 10)
    expect(String(encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes))).toContain(contacts)
    expect(await (await ask('/my-contacts')).text()).toContain(contacts)
    expect(cachedCount()).toBe(0)
  })

  test('is rendered once, until a dependency changes', async () => {
    const { ask, rendered, forget } = aSite(draws)
    await ask('/ada/home')
    await ask('/ada/home')
    expect(rendered).toEqual(['/ada/home'])
    forget()
    await ask('/ada/home')
    expect(rendered).toHaveLength(2)
  })

  test.each([
    ['an hour', false, 1],
    ['a minute without what failed', true, 2],
  ])('is cached for %s', async (_, isLost, times) => {
    let now = 0
    const handlers = { ...settingsOnly, 'cards.find': async () => (isLost ? Promise.reject(away) : []) }
    const draw: Draw = async (request, api) => {
      await api.call('cards.find', { query: { search: 'ada' } }).catch(() => [])
      return draws(request, api)
    }
    const { ask, rendered } = aSite(draw, handlers, undefined, undefined, undefined, () => now)
    await ask('/ada/home')
    now = 60_001
    await ask('/ada/home')
    expect(rendered).toHaveLength(times)
  })

  test('is one cache entry for any campaign parameters', async () => {
    const { ask, rendered } = aSite(draws)
    for (const tail of ['', '?fbclid=1', '?utm_source=x&fbclid=2'])
      expect(await (await ask(`/ada/home${tail}`)).text()).toContain('<p></p>')
    expect(await (await ask('/ada/home?fbclid=3&preview=on')).text()).toContain('?preview=on')
    expect(rendered).toEqual(['/ada/home', '/ada/home?preview=on'])
  })

  test('is not cached under arbitrary parameters', async () => {
    const { ask, rendered, cachedCount } = aSite(draws)
    const madeUp = [
      'q=1',
      'share',
      'q=2',
      'days=3',
      'token=4',
      'returnUrl=5',
      'source=pwa&q=6',
      'source=pwa&source=pwa',
      '_routes=7',
      '_routes=home,home',
    ]
    for (const words of madeUp) for (const path of ['/ada/home', '/ada/home.data']) expect((await ask(`${path}?${words}`)).status).toBe(200)
    expect([rendered.length, cachedCount()]).toEqual([2 * madeUp.length, 0])
  })

  test('is cached with known parameters, and without unknown values of them', async () => {
    const { ask, rendered, cachedCount } = aSite(draws)
    const anonymousQueries = ['/ada/home', '/ada/home?source=pwa', '/ada/home?simulateStandalone=on', '/ada/about.data?_routes=about']
    for (const address of [...anonymousQueries, '/ada/home?source=signature', ...anonymousQueries, '/ada/home?source=another'])
      await ask(address)
    expect([rendered, cachedCount()]).toEqual([anonymousQueries, anonymousQueries.length])
  })

  test('of unknown short links is rendered once for all, as is that of wrong addresses', async () => {
    const handlers = { 'links.follow': () => Promise.reject(problem('not-found')) }
    const { ask, rendered } = aSite(async () => page('<p>Not found</p>'), handlers)
    for (const path of ['/s/abcdefgh', '/s/zyxwvuts', '/bff/nothing/here', '/bff/nothing/else'])
      expect((await ask(path, { headers: { accept: 'text/html' } })).status, path).toBe(404)
    expect(rendered).toEqual([linkPreviewHref(unknownLinkCode), noDataPath])
  })

  test('that redirects is cached without the tail of its address', async () => {
    const { ask, rendered, cachedCount, cacheFront } = aSite(async (request, api) => {
      await api.call('cards.settings')
      return new Response(null, { status: 302, headers: { location: `/ada/home${new URL(request.url).search}` } })
    })
    for (const tail of ['', '?q=1', '?q=2', '', '?utm_source=flyer']) expect((await ask(`/ada${tail}`)).status).toBe(302)
    expect([rendered, cachedCount()]).toEqual([['/ada', '/ada?q=1', '/ada?q=2'], 1])
    const find = (url: string) => cacheFront.find({ url, acceptLanguage: undefined, userAgent: undefined })?.status
    expect([find('/ada'), find('/ada?utm_source=flyer')]).toEqual([302, undefined])
  })

  test('that redirects to the login returns to the full address', async () => {
    const { ask } = aSite(async (request) => {
      const { pathname, search } = new URL(request.url)
      return new Response(null, { status: 302, headers: { location: `/ada/login?${new URLSearchParams({ from: pathname + search })}` } })
    })
    const redirectOf = async (path: string) => (await ask(path)).headers.get('location')
    expect(await redirectOf('/ada/analytics?days=7&utm_source=a%26b%3Dc&x=1')).toBe(
      `/ada/login?${new URLSearchParams({ from: '/ada/analytics?days=7&utm_source=a%26b%3Dc&x=1' })}`,
    )
    expect(await redirectOf('/ada/analytics?forceRelogin=no&x=https://evil.example/')).toBe(
      `/ada/login?${new URLSearchParams({ from: `/ada/analytics?forceRelogin=no&x=${encodeURIComponent('https://evil.example/')}` })}`,
    )
  })

  test('redirects with the tail of the request', async () => {
    const { ask } = aSite(async () => new Response(null, { status: 302, headers: { location: '/ada/home?preview=on#top' } }))
    const answer = await ask('/ada?utm_source=flyer&preview=on')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/ada/home?preview=on&utm_source=flyer#top'])
  })

  test('redirects the next visitor with their own tail', async () => {
    const { ask } = aSite(async (_, api) => {
      await api.call('cards.settings')
      return new Response(null, { status: 302, headers: { location: '/ada/home' } })
    })
    const redirectOf = async (tail: string) => (await ask(`/ada${tail}`)).headers.get('location')
    expect(await redirectOf('?utm_source=flyer')).toBe('/ada/home?utm_source=flyer')
    expect(await redirectOf('?utm_source=letter')).toBe('/ada/home?utm_source=letter')
    expect(await redirectOf('')).toBe('/ada/home')
  })

  test('is a page of this site, also with two leading slashes', async () => {
    const { ask, rendered } = aSite(draws)
    await ask('http://localhost:3000//evil.example/home')
    expect(rendered).toEqual(['/evil.example/home'])
  })

  test('with a form for one visitor is stored by no cache, and rendered for each', async () => {
    const { ask, rendered } = aSite(draws)
    for (const page of ['lets-connect', 'report'])
      for (let time = 0; time < 2; time++) expect((await ask(`/ada/${page}`)).headers.get('cache-control')).toBe('no-store')
    expect(rendered).toHaveLength(4)
  })

  test('is separate for each language', async () => {
    const { ask, rendered } = aSite(draws)
    await ask('/ada/home')
    await ask('/ada/home', { headers: { 'accept-language': 'fr' } })
    expect(rendered).toHaveLength(2)
  })

  test('LANG-1 a chosen language applies to cards with EnableTranslations only', async () => {
    const languages: string[] = []
    const handlers: Partial<Handlers> = {
      async 'cards.read'({ params, dependsOn }) {
        dependsOn(`card:${params.alias}`)
        const experiments = [{ name: 'EnableTranslations', enabled: params.alias === 'ruth' }]
        return { '{product}': { experiments }, subscription: {} } as never
      },
    }
    const { ask } = aSite(async (request) => {
      languages.push(requestLanguage(request))
      return page('')
    }, handlers)
    const headers = { 'accept-language': 'fr-FR', cookie: 'a=b; language=ro' }
    const ownPages = ['/', '/account/login', '/ada/my-contacts/import', '/ada/email-signature']
    for (const path of ['/ada/home', '/ada.data', '/ada/settings', '/ruth/home', '/ruth/settings.data', ...ownPages])
      await ask(path, { headers })
    const form = { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' }
    for (const path of ['/ada/lets-connect', '/ruth/lets-connect'])
      await ask(path, { method: 'POST', headers: { ...headers, ...form }, body: 'name=Ada' })
    expect(languages).toEqual(['fr-FR', 'fr-FR', 'fr-FR', 'ro', 'ro', ...ownPages.map(() => 'ro'), 'fr-FR', 'ro'])
  })

  test('allows its own scripts and styles only', async () => {
    const { ask } = aSite(draws)
    const policy = (await ask('/ada/home')).headers.get('content-security-policy') ?? ''
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

    expect(policy).toContain(`script-src ${hashOf('begin()')} 'strict-dynamic';`)
    expect(policy).toContain(`style-src 'self' ${hashOf('p{color:red}')};`)
    expect(policy).toMatch(/^default-src 'none';.*base-uri 'none'.*require-trusted-types-for 'script'/)
    expect(policy).not.toMatch(/unsafe|\*/)
  })

  test('answers HEAD with headers only', async () => {
    const { ask } = aSite(draws)
    const answer = await ask('/ada/home', { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  test('is rendered for each owner, and never shared', async () => {
    const owner: Caller = { kind: 'owner', accountId: '1', sessionId: '1', subjectIds: [], isAdmin: false }
    const { ask, rendered } = aSite(draws, settingsOnly, async (request) => (request.headers.has('cookie') ? owner : { kind: 'visitor' }))
    const mine = await ask('/ada/home', { headers: { cookie: 'session=1' } })
    await ask('/ada/home')
    await ask('/ada/home', { headers: { cookie: 'session=1' } })

    expect(mine.headers.get('cache-control')).toBe('no-store')
    expect(rendered).toHaveLength(3)
  })

  test.each([
    ['the database is unavailable', away, 503, '2'],
    ['the server has a bug', new Error('oh'), 500, null],
  ])('is never cached when %s', async (_, error, status, retryAfter) => {
    let isBroken = true
    const { ask } = aSite(async (request, api) => {
      await api.call('cards.settings')
      if (isBroken) throw error
      return draws(request, api)
    })
    const failed = await ask('/ada/home')
    expect([failed.status, failed.headers.get('retry-after'), failed.headers.get('cache-control')]).toEqual([
      status,
      retryAfter,
      'no-store',
    ])
    expect(failed.headers.get('content-type')).toMatch(/^text\/html/)

    isBroken = false
    expect((await ask('/ada/home')).status).toBe(200)
  })
})

describe('while the database is unavailable, a browser with a session', () => {
  const navigating = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate', cookie: '__Host-session=1' }
  /** Renders visitors' pages until the database is unavailable. */
  function aSiteThatLosesItsDatabase(readSession: () => Promise<Caller>, isAway = () => false) {
    let isLost = false
    let now = 0
    const handlers: Partial<Handlers> = {
      'cards.settings': async (call) => {
        if (isLost) throw away
        return (await settingsOnly['cards.settings']?.(call)) as never
      },
      'links.follow': () => Promise.reject(away),
    }
    const draw: Draw = async (request, api) => {
      await api.call('cards.settings')
      if (!new URL(request.url).pathname.includes('my-')) return draws(request, api)
      return new Response(null, { status: 302, headers: { location: '/ada/login' } })
    }
    const callerOf = (request: Request) => (request.headers.has('cookie') ? readSession() : visitor)
    const site = aSite(draw, handlers, callerOf, isAway, undefined, () => now)
    /** Loses the database, and outlives the answers in memory. */
    const lose = () => {
      isLost = true
      now += 3_601_000
    }
    return { ...site, lose }
  }
  const visitor = Promise.resolve<Caller>({ kind: 'visitor' })
  const refused = () => Promise.reject<Caller>(away)
  const silent = () => new Promise<Caller>(() => {})
  const summaryOf = ({ status, headers }: Response) => [status, headers.get('content-type')?.split(';')[0], headers.get('retry-after')]

  test.each([
    ['refuses connections', refused, undefined],
    ['does not respond', silent, () => true],
  ])('gets cached cards, and an error page for others, when it %s', async (_, readSession, isAway) => {
    const { ask, lose } = aSiteThatLosesItsDatabase(readSession, isAway)
    await ask('/ada/home')
    await ask('/ada/my-contacts')
    lose()
    expect(summaryOf(await ask('/ada/home', { headers: navigating }))).toEqual([200, 'text/html', null])
    expect(await (await ask('/ada/home', { headers: navigating })).text()).toContain('begin()')
    // An owner's page redirects visitors to the login, but not a browser with a session.
    for (const path of ['/ada/about', '/ada/my-contacts', '/account', '/s/abcdefgh'])
      expect([path, ...summaryOf(await ask(path, { headers: navigating }))]).toEqual([path, 503, 'text/html', '2'])
  })

  test('gets a page that says its form was not saved', async () => {
    const { ask, lose } = aSiteThatLosesItsDatabase(refused)
    lose()
    const headers = { ...navigating, origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await ask('/account', { method: 'POST', headers, body: 'name=Ada' })
    expect(summaryOf(answer)).toEqual([503, 'text/html', '2'])
    expect(await answer.text()).toContain('We couldn’t save this.')
  })

  test('and a program get problem responses', async () => {
    const { ask, lose } = aSiteThatLosesItsDatabase(refused)
    lose()
    for (const headers of [{ cookie: '__Host-session=1' }, { ...navigating, 'sec-fetch-mode': 'cors' }])
      expect(summaryOf(await ask('/s/abcdefgh', { headers }))).toEqual([503, 'application/problem+json', '2'])
  })
})

test.each([
  ['arrives at once is processed for its sender', patienceMs, 'done'],
  ['arrives after its sender logged out is rejected', 1, 'refused'],
])('a form that %s', async (_, slowBodyMs, outcome) => {
  const callers: Caller[] = [{ kind: 'owner', accountId: '1', sessionId: '1', subjectIds: [], isAdmin: false }]
  const tries: Draw = async (_request, api) => {
    const came = await api.call('billing.plans').then(
      () => 'done',
      () => 'refused',
    )
    return page(`<p>${came}</p>`)
  }
  const { ask } = aSite(
    tries,
    { 'billing.plans': async () => [] },
    async () => callers.shift() ?? { kind: 'visitor' },
    undefined,
    slowBodyMs,
  )
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.from('name=')),
    // The rest, once the first part was read.
    async pull(stream) {
      await wait(20)
      stream.enqueue(Buffer.from('Ada'))
      stream.close()
    },
  })
  const headers = { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' }
  const form = { method: 'POST', headers, body, duplex: 'half' }
  const answer = await ask('/account', form)
  expect(await answer.text()).toContain(`<p>${outcome}</p>`)
})
