import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setAdmin } from '#server/accounts/set-admin.ts'
import type { App } from '#server/app.ts'
import { listen } from '#server/listen.ts'
import { readSettings } from '#server/settings.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import {
  appHref,
  cardHref,
  cardPages,
  noDataPath,
  offlinePath,
  ownerHref,
  ownerPages,
  restrictedHref,
  sideHref,
  sidePages,
  type CardPage,
  type OwnerPage,
} from '#contract/pages.ts'
import { spellPath } from '#contract/product.ts'
import { aCard } from '../factories/cards.ts'
import { openSiteApp } from '../harness/site-app.ts'
import { signedIn, signedInAs, type SignedIn } from '../harness/signed-in.ts'
import { gradeHeaders, readPolicy, type PageResponse } from '../http/grade-headers.ts'
import { sendRaw, portOf, answersIn } from '../http/raw-http.ts'

/** As seen from outside: behind a proxy that terminates TLS. */
const environment = { PUBLIC_URL: 'https://cards.example', METRICS_TOKEN: 'who-watches-over-us' }
let app: App
let owner: SignedIn
let alias: string

beforeAll(async () => {
  app = await openSiteApp({ pages: true, environment })
  const card = await aCard(app.deps)
  alias = card.alias
  owner = await signedIn(app, card.id)
  await app.deps.changes.write((tx) => setAdmin(tx, owner.email, true))
  owner = await signedInAs(app, owner.email)
})
afterAll(() => app[Symbol.asyncDispose]())

type Who = 'visitor' | 'owner' | 'watcher'
async function fetchPage(path: string, { who = 'visitor', method = 'GET' }: { who?: Who; method?: string } = {}): Promise<PageResponse> {
  const isForm = method === 'POST'
  const headers = {
    ...(who === 'owner' ? { cookie: owner.cookie } : {}),
    ...(who === 'watcher' ? { authorization: `Bearer ${environment.METRICS_TOKEN}` } : {}),
    ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded', origin: environment.PUBLIC_URL } : {}),
  }
  const answer = await app.fetch(
    new Request(environment.PUBLIC_URL + path, { method, headers, redirect: 'manual', ...(isForm ? { body: 'a=1' } : {}) }),
  )
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, html: isPage ? text : '' }
}

const pageNames = Object.keys(cardPages) as CardPage[]
const all = Object.values<Endpoint>(endpoints)
const elsewhere =
  `/ ${noDataPath} ${offlinePath} /no-one/home /maren/nothing /maren/v/nothing/home /closed/home /maren /maren/home.data /nothing/at/all`.split(
    ' ',
  )

/** Every kind of page, with the callers who may see it. */
const pages = () => [
  ...pageNames.flatMap((page) => [cardHref({ alias: 'maren' }, page), restrictedHref({ alias: 'free' }, page)]),
  ...(Object.keys(ownerPages) as OwnerPage[]).map((page) => ownerHref(alias, page)),
  ...(Object.keys(sidePages) as (keyof typeof sidePages)[]).map((page) => sideHref(alias, page)),
  ...['', '/login', '/sign-up', '/forgot', '/link?token=x', '/password?token=x', `/edit/${alias}`, '/new', `/claim/${alias}`, '/x'].map(
    (rest) => `/account${rest}`,
  ),
  ...['', '/releases', '/releases/tour', '/cards', '/imports'].map((rest) => `/admin${rest}`),
  ...elsewhere,
  appHref(alias, 'shared'),
]

const withPreview = (path: string) => `${path}${path.includes('?') ? '&' : '?'}preview=on`
/** The pages of a card, plain or under a version: an editor frames only those. */
const isCardPage = (path: string) =>
  pageNames.some((page) => new RegExp(`^/(?!account|operator)[^/]+(/v/[^/]+)?/${cardPages[page].segment}(\\.data)?$`).test(path))

const pageParts = {
  'default-src': ["'none'"],
  'font-src': ["'self'"],
  'media-src': ["'self'", 'https:'],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['captcha', 'paste', 'service-worker', 'deferred', "'allow-duplicates'"],
  'report-uri': ['/api/policy'],
}
const isHash = (value: string) => /^'sha256-[\w+/]{43}='$/.test(value)
const isSite = (value: string) => /^https:\/\/[\w-]+(\.[\w-]+)+$/.test(value)

/** Each directive by name: an unknown one fails, too. */
function expectPagePolicy(headers: Headers, framedBy: string) {
  const {
    'script-src': scripts = [],
    'style-src': styles = [],
    'img-src': images = [],
    'frame-src': frames = [],
    ...rest
  } = Object.fromEntries(readPolicy(headers.get('content-security-policy')))
  expect(rest).toEqual({ ...pageParts, 'frame-ancestors': [framedBy] })
  expect(scripts.filter((value) => !isHash(value))).toEqual(["'strict-dynamic'"])
  expect(styles.filter((value) => !isHash(value))).toEqual(["'self'"])
  expect(images.filter((value) => !isSite(value))).toEqual(["'self'", 'data:'])
  expect(frames.filter((value) => !isSite(value))).toEqual(["'self'"])
}

const strictest = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const silent = "default-src 'none'; script-src 'sha256-x'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
const drawing = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; sandbox; frame-ancestors 'none'"

function expectAnswer({ headers, html }: PageResponse, { framedBy = "'none'" } = {}) {
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cross-origin-resource-policy': expect.stringMatching(/^(same-origin|cross-origin)$/),
    'permissions-policy': expect.stringContaining('camera=()'),
    'x-request-id': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-z]{7}$/),
  })
  for (const name of ['server', 'x-powered-by', 'via', 'x-aspnet-version', 'access-control-allow-origin', 'etag-version'])
    expect(headers.has(name), name).toBe(false)
  if (html === '') return
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expectPagePolicy(headers, framedBy)
}

const framedBy = ({ headers }: PageResponse) => readPolicy(headers.get('content-security-policy')).get('frame-ancestors')?.join(' ')

describe('every page', () => {
  test.each(['visitor', 'owner'] as const)('sends the complete policy to %s, and allows no frame', async (who) => {
    for (const path of pages())
      for (const method of who === 'owner' ? ['GET'] : ['GET', 'HEAD', 'POST']) {
        const response = await fetchPage(path, { who, method })
        expectAnswer(response)
        expect([method, path, framedBy(response)]).toEqual([method, path, "'none'"])
      }
  })

  test.each(['visitor', 'owner'] as const)('PREVIEW-1 as a preview may be framed by this site only if it is a card’s: %s', async (who) => {
    for (const path of pages())
      for (const method of who === 'owner' ? ['GET'] : ['GET', 'POST']) {
        const response = await fetchPage(withPreview(path), { who, method })
        const allowed = response.html !== '' && isCardPage(path) ? "'self'" : "'none'"
        expect([method, path, framedBy(response)]).toEqual([method, path, allowed])
        expectAnswer(response, { framedBy: allowed })
      }
  })

  test('cannot be framed with another value of the preview parameter', async () => {
    for (const tail of ['preview=ON', 'preview=off&preview=on', 'preview=on%20', 'Preview=on', 'preview[]=on', 'source=preview=on'])
      expect((await fetchPage(`/maren/home?${tail}`)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('that is private is never cached', async () => {
    for (const path of pages().filter((one) => one.startsWith('/account') || one.startsWith('/admin') || one.includes('/my-')))
      expect([path, (await fetchPage(path, { who: 'owner' })).headers.get('cache-control')]).toEqual([path, 'no-store'])
  })
})

describe('every call', () => {
  const addressOf = ({ path, query }: Endpoint, to: string) => {
    const filled = spellPath(path, app.deps.settings.productSlug).replace(/:(\w+)\??/g, (_, part: string) => (part === 'alias' ? to : '1'))
    return query && 'alias' in query.shape ? `${filled}?alias=${to}` : filled
  }
  test.each(['visitor', 'owner'] as const)('of %s has the strictest policy, except images and the silent login', async (who) => {
    for (const endpoint of all) {
      const response = await fetchPage(addressOf(endpoint, alias), { who, method: endpoint.method })
      const header = (name: string) => response.headers.get(name) ?? ''
      const policies = endpoint.name.startsWith('accounts.silentLogin')
        ? [strictest, silent]
        : header('content-type') === 'image/svg+xml; charset=utf-8'
          ? [drawing]
          : [strictest]
      expect([
        endpoint.name,
        policies.some((policy) => header('content-security-policy').replace(/sha256-[^']+/, 'sha256-x') === policy),
      ]).toEqual([endpoint.name, true])
      expectAnswer({ ...response, html: '' })
      // A page outside the web build loads nothing from elsewhere.
      const alone = header('content-type').startsWith('text/html') ? ['same-origin', 'require-corp'] : ['', '']
      expect([header('cross-origin-opener-policy'), header('cross-origin-embedder-policy')], endpoint.name).toEqual(alone)
      expect(header('content-type'), endpoint.name).not.toMatch(/^text\/html(?!; charset=utf-8)|xhtml/)
      // A file is an attachment with a plain ASCII name.
      expect([header('content-type'), header('content-disposition')].join(' '), endpoint.name).toMatch(
        /^(?!text\/csv|text\/vcard|application\/gzip)|attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%~!-]+$/,
      )
    }
  })

  test('Clear-Site-Data: logout clears the browser’s cache, and keeps unsent contacts', async () => {
    const one = await signedIn(app, (await aCard(app.deps)).id)
    const { headers } = await app.fetch(
      new Request(`${environment.PUBLIC_URL}/bff/logout?sid=${one.sessionId}`, { headers: { cookie: one.cookie }, redirect: 'manual' }),
    )
    expect(headers.get('clear-site-data')).toBe('"cache"')
    expect(headers.getSetCookie()).toEqual(['__Host-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure'])
    expect((await fetchPage('/bff/logout')).headers.has('clear-site-data')).toBe(false)
  })
})

test.each([
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/robots.txt',
  '/sitemap.xml',
  '/assets/nothing.js',
  '/api/policy',
  '/s/nothing',
  '/bff/nothing',
  '/%ff',
  `/${'a'.repeat(3000)}`,
])('%s has the strictest policy and all security headers', async (path) => {
  const response = await fetchPage(path, { who: 'watcher' })
  expectAnswer(response)
  expect(response.headers.get('content-security-policy')).toBe(strictest)
})

test('the developer pages run no script and load nothing from elsewhere', async () => {
  for (const path of ['/reference', '/problems/not-found']) {
    const { headers } = await fetchPage(path)
    const policy = readPolicy(headers.get('content-security-policy'))
    expect(policy.get('script-src')).toEqual(["'strict-dynamic'"])
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  }
})

test('the worker may control every page, connects to this site only, in no frame', async () => {
  const { headers } = await fetchPage('/service-worker.js')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(headers.get('service-worker-allowed')).toBe('/')
  for (const path of ['/maren/home', '/assets/nothing.js', '/offline'])
    expect((await fetchPage(path)).headers.has('service-worker-allowed')).toBe(false)
})

test('malformed requests and cached answers get the same headers', async () => {
  const settings = { ...readSettings({ DEMO: 'off' }), ...app.deps.settings, host: '127.0.0.1', port: 0 }
  const [one] = await listen(app, settings)
  if (!one) throw new Error('Nothing listens.')
  try {
    const host = 'Host: cards.example\r\n'
    const last = `GET /maren/home HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
    const requests = [
      last,
      `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      `FROB / HTTP/1.1\r\n${host}\r\n`,
      `GET /\xff HTTP/1.1\r\n${host}\r\n`,
    ]
    for (const question of requests) {
      const [parsed] = answersIn(await sendRaw(portOf(one.server), question))
      expect(parsed?.headers, question).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-request-id': expect.stringMatching(/\w/),
      })
      expect(parsed?.headers).not.toHaveProperty('server')
    }
    // Node itself rejects a request without a Host, before the server handles it.
    const [first, again] = answersIn(await sendRaw(portOf(one.server), `GET /maren/home HTTP/1.1\r\n${host}\r\n`, last))
    expect(again?.headers['content-security-policy']).toBe(first?.headers['content-security-policy'])
    const conditional = `GET /maren/home HTTP/1.1\r\n${host}If-None-Match: ${first?.headers.etag}\r\nConnection: close\r\n\r\n`
    const [unchanged] = answersIn(await sendRaw(portOf(one.server), conditional))
    expect(unchanged?.status).toBe(304)
    expect(unchanged?.headers['content-security-policy']).toBe(first?.headers['content-security-policy'])
  } finally {
    one.server.closeAllConnections()
    one.server.close()
  }
})

test('every kind of page gets grade A+ by the rules of the HTTP Observatory', async () => {
  for (const path of pages()) {
    const response = await fetchPage(path, { who: 'owner' })
    if (response.html === '') continue
    const { score, checks } = gradeHeaders(response)
    expect([path, checks.filter((check) => check.score < 0)]).toEqual([path, []])
    expect(score, path).toBeGreaterThanOrEqual(125)
  }
})

test('without a token /metrics is a 404', async () => {
  const [metrics, nowhere] = [await fetchPage('/metrics'), await fetchPage('/nobody-by-this-name')]
  expect([metrics.status, metrics.headers.get('location')?.replace('metrics', 'nobody-by-this-name')]).toEqual([
    nowhere.status,
    nowhere.headers.get('location') ?? undefined,
  ])
  expect(metrics.headers.get('content-type')).toBe(nowhere.headers.get('content-type'))
})
