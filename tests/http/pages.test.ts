import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { createAnswerCache } from '#server/http/cache/answer-cache.ts'
import { createFront, type FrontNeeds } from '#server/http/front.ts'
import { createCacheFront } from '#server/http/cache/cache-front.ts'
import { createLimits } from '#server/http/limits/limits.ts'
import { createMetrics } from '#server/http/monitoring/metrics.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from '../harness/silent-log.ts'

type Draw = (request: Request, api: Api) => Promise<Response>

const page = (html: string, init: ResponseInit = {}) =>
  new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', 'x-nonce': 'n-1' }, ...init })
const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

/** The door with pages of the test's own behind it, drawn as often as `drawn` says. */
function aSite(
  draw: Draw,
  handlers: Partial<Handlers> = settingsOnly,
  callerOf?: (request: Request) => Promise<Caller>,
  isAway: () => boolean = () => false,
) {
  const drawn: string[] = []
  const settings = readSettings({ DEMO: 'off' })
  const needs: FrontNeeds = {
    settings,
    handlers: handlers as Handlers,
    cache: createAnswerCache(),
    limits: createLimits(),
    metrics: createMetrics(),
    log: silentLog,
    readiness: { ask: async () => (isAway() ? 'away' : 'ready'), leave() {}, last: () => 'ready' },
    listed: { after: async () => [], pageStarts: async () => [] },
    ...(callerOf ? { callerOf } : {}),
    pages: {
      async render(request, api) {
        drawn.push(request.url.slice(settings.publicUrl.length))
        const failures: unknown[] = []
        const response = await draw(request, api).catch((error: unknown) => {
          failures.push(error)
          return page('<h1>Something failed</h1>', { status: 500 })
        })
        return { response, failures }
      },
    },
  }
  const front = createFront(needs)
  const ask = (path: string, init?: RequestInit) => front(new Request(new URL(path, settings.publicUrl), init))
  const cacheFront = createCacheFront(needs)
  return {
    ask,
    drawn,
    cacheFront,
    kept: () => needs.cache.size().answers,
    forget: () => needs.cache.invalidate('installation:application-settings'),
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
  test('an archive asked for without a session is a page for a person, and a problem for a program', async () => {
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

  test('is drawn once, until what it shows changes', async () => {
    const { ask, drawn, forget } = aSite(draws)
    await ask('/ada/home')
    await ask('/ada/home')
    expect(drawn).toEqual(['/ada/home'])
    forget()
    await ask('/ada/home')
    expect(drawn).toHaveLength(2)
  })

  test('is one page whatever a campaign hangs on its address, and another where it reads the words', async () => {
    const { ask, drawn } = aSite(draws)
    for (const tail of ['', '?fbclid=1', '?utm_source=x&fbclid=2'])
      expect(await (await ask(`/ada/home${tail}`)).text()).toContain('<p></p>')
    expect(await (await ask('/ada/home?fbclid=3&preview=on')).text()).toContain('?preview=on')
    expect(drawn).toEqual(['/ada/home', '/ada/home?preview=on'])
  })

  test('is kept under no words that anybody may make up', async () => {
    const { ask, drawn, kept } = aSite(draws)
    const madeUp = [
      'q=1',
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
    expect([drawn.length, kept()]).toEqual([2 * madeUp.length, 0])
  })

  test('is kept with the words of an app, and of who walks on within a card; the name of a mail it was sent from is none', async () => {
    const { ask, drawn, kept } = aSite(draws)
    const everybodys = ['/ada/home', '/ada/home?source=pwa', '/ada/home?simulateStandalone=on', '/ada/about.data?_routes=about']
    for (const address of [...everybodys, '/ada/home?source=signature', ...everybodys, '/ada/home?source=another']) await ask(address)
    expect([drawn, kept()]).toEqual([everybodys, everybodys.length])
  })

  test('that sends people elsewhere is kept under its bare address alone, and given by no short way to who came with a tail', async () => {
    const { ask, drawn, kept, cacheFront } = aSite(async (request, api) => {
      await api.call('cards.settings')
      return new Response(null, { status: 302, headers: { location: `/ada/home${new URL(request.url).search}` } })
    })
    for (const tail of ['', '?q=1', '?q=2', '', '?utm_source=flyer']) expect((await ask(`/ada${tail}`)).status).toBe(302)
    expect([drawn, kept()]).toEqual([['/ada', '/ada?q=1', '/ada?q=2'], 1])
    const find = (url: string) => cacheFront.find({ url, acceptLanguage: undefined, userAgent: undefined })?.status
    expect([find('/ada'), find('/ada?utm_source=flyer')]).toEqual([302, undefined])
  })

  test('that leads to the login comes back to the whole address that was asked for', async () => {
    const { ask } = aSite(async (request) => {
      const { pathname, search } = new URL(request.url)
      return new Response(null, { status: 302, headers: { location: `/ada/login?${new URLSearchParams({ from: pathname + search })}` } })
    })
    const led = async (path: string) => (await ask(path)).headers.get('location')
    expect(await led('/ada/analytics?days=7&utm_source=a%26b%3Dc&x=1')).toBe(
      `/ada/login?${new URLSearchParams({ from: '/ada/analytics?days=7&utm_source=a%26b%3Dc&x=1' })}`,
    )
    expect(await led('/ada/analytics?forceRelogin=no&x=https://evil.example/')).toBe(
      `/ada/login?${new URLSearchParams({ from: `/ada/analytics?forceRelogin=no&x=${encodeURIComponent('https://evil.example/')}` })}`,
    )
  })

  test('sends people on with the tail they came with', async () => {
    const { ask } = aSite(async () => new Response(null, { status: 302, headers: { location: '/ada/home?preview=on#top' } }))
    const answer = await ask('/ada?utm_source=flyer&preview=on')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/ada/home?preview=on&utm_source=flyer#top'])
  })

  test('sends the next visitor on with a tail of their own', async () => {
    const { ask } = aSite(async (_, api) => {
      await api.call('cards.settings')
      return new Response(null, { status: 302, headers: { location: '/ada/home' } })
    })
    const led = async (tail: string) => (await ask(`/ada${tail}`)).headers.get('location')
    expect(await led('?utm_source=flyer')).toBe('/ada/home?utm_source=flyer')
    expect(await led('?utm_source=letter')).toBe('/ada/home?utm_source=letter')
    expect(await led('')).toBe('/ada/home')
  })

  test('is a page of this site, also at an address that looks like another’s', async () => {
    const { ask, drawn } = aSite(draws)
    await ask('http://localhost:3000//evil.example/home')
    expect(drawn).toEqual(['/evil.example/home'])
  })

  test('is another one in another language', async () => {
    const { ask, drawn } = aSite(draws)
    await ask('/ada/home')
    await ask('/ada/home', { headers: { 'accept-language': 'fr' } })
    expect(drawn).toHaveLength(2)
  })

  test('names the scripts and styles it carries, and allows no others', async () => {
    const { ask } = aSite(draws)
    const policy = (await ask('/ada/home')).headers.get('content-security-policy') ?? ''
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

    expect(policy).toContain(`script-src ${hashOf('begin()')} 'strict-dynamic';`)
    expect(policy).toContain(`style-src 'self' ${hashOf('p{color:red}')};`)
    expect(policy).toMatch(/^default-src 'none';.*base-uri 'none'.*require-trusted-types-for 'script'/)
    expect(policy).not.toMatch(/unsafe|\*/)
  })

  test('answers HEAD with its headers alone', async () => {
    const { ask } = aSite(draws)
    const answer = await ask('/ada/home', { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  test('is made anew for who is signed in, and not handed to anybody else', async () => {
    const owner: Caller = { kind: 'owner', accountId: '1', sessionId: '1', subjectIds: [], isOperator: false }
    const { ask, drawn } = aSite(draws, settingsOnly, async (request) => (request.headers.has('cookie') ? owner : { kind: 'visitor' }))
    const mine = await ask('/ada/home', { headers: { cookie: 'session=1' } })
    await ask('/ada/home')
    await ask('/ada/home', { headers: { cookie: 'session=1' } })

    expect(mine.headers.get('cache-control')).toBe('no-store')
    expect(drawn).toHaveLength(3)
  })

  test.each([
    ['the database is away', away, 503, '2'],
    ['something of ours broke', new Error('oh'), 500, null],
  ])('is never kept when %s', async (_, error, status, retryAfter) => {
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

describe('while the database is away, a browser that carries a session', () => {
  const navigating = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate', cookie: '__Host-session=1' }
  /** Draws what visitors see, until the database goes. */
  function aSiteThatLosesItsDatabase(readSession: () => Promise<Caller>, isAway = () => false) {
    let isLost = false
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
    const site = aSite(draw, handlers, (request) => (request.headers.has('cookie') ? readSession() : visitor), isAway)
    return { ...site, lose: () => void (isLost = true) }
  }
  const visitor = Promise.resolve<Caller>({ kind: 'visitor' })
  const refused = () => Promise.reject<Caller>(away)
  const silent = () => new Promise<Caller>(() => {})
  const told = ({ status, headers }: Response) => [status, headers.get('content-type')?.split(';')[0], headers.get('retry-after')]

  test.each([
    ['refuses', refused, undefined],
    ['says nothing', silent, () => true],
  ])('gets cards from memory, and for the rest a page that says so, when it %s', async (_, readSession, isAway) => {
    const { ask, lose } = aSiteThatLosesItsDatabase(readSession, isAway)
    await ask('/ada/home')
    await ask('/ada/my-contacts')
    lose()
    expect(told(await ask('/ada/home', { headers: navigating }))).toEqual([200, 'text/html', null])
    expect(await (await ask('/ada/home', { headers: navigating })).text()).toContain('begin()')
    // Visitors are sent from an owner's page to the login; whoever carries a session is not.
    for (const path of ['/ada/about', '/ada/my-contacts', '/account', '/s/abcdefgh'])
      expect([path, ...told(await ask(path, { headers: navigating }))]).toEqual([path, 503, 'text/html', '2'])
  })

  test('reads that its form was not saved', async () => {
    const { ask, lose } = aSiteThatLosesItsDatabase(refused)
    lose()
    const headers = { ...navigating, origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await ask('/account', { method: 'POST', headers, body: 'name=Ada' })
    expect(told(answer)).toEqual([503, 'text/html', '2'])
    expect(await answer.text()).toContain('nothing was saved yet')
  })

  test('and a program beside it go on getting problems', async () => {
    const { ask, lose } = aSiteThatLosesItsDatabase(refused)
    lose()
    for (const headers of [{ cookie: '__Host-session=1' }, { ...navigating, 'sec-fetch-mode': 'cors' }])
      expect(told(await ask('/s/abcdefgh', { headers }))).toEqual([503, 'application/problem+json', '2'])
  })
})

test.each([
  ['comes at once is done for who sent it', 0, 'done'],
  ['is held back until they were signed out is refused', 500, 'refused'],
])('a form that %s', async (_, heldMs, outcome) => {
  const callers: Caller[] = [{ kind: 'owner', accountId: '1', sessionId: '1', subjectIds: [], isOperator: false }]
  const tries: Draw = async (_request, api) => {
    const came = await api.call('billing.plans').then(
      () => 'done',
      () => 'refused',
    )
    return page(`<p>${came}</p>`)
  }
  const { ask } = aSite(tries, { 'billing.plans': async () => [] }, async () => callers.shift() ?? { kind: 'visitor' })
  const body = new ReadableStream({
    async start(stream) {
      stream.enqueue(Buffer.from('name='))
      await wait(heldMs)
      stream.enqueue(Buffer.from('Ada'))
      stream.close()
    },
  })
  const headers = { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' }
  const form = { method: 'POST', headers, body, duplex: 'half' }
  const answer = await ask('/account', form)
  expect(await answer.text()).toContain(`<p>${outcome}</p>`)
})
