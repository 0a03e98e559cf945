import { beforeEach, describe, expect, test, vi } from 'vitest'
import { theCaches } from '../../tests/stand-ins/caches.ts'
import { aWorker, origin } from '../../tests/stand-ins/a-worker.ts'
import type { Shell } from './shell.ts'

const shell: Shell = {
  build: 'one',
  shared: ['/assets/manifest-1.js', '/assets/kit-1.js'],
  languages: { en: ['/assets/en-1.js'], ro: ['/assets/ro-1.js'] },
  fonts: { extended: ['/assets/far.woff2'], italic: ['/assets/italic.woff2'], extendedItalic: [] },
}
const picture = '/api/public/client-image/maren/ProfileImage/abc'
const homeHtml = `<title>Maren</title><script data-manifest="/assets/manifest-1.js"></script>
  <img srcset="${picture}?w=220 220w, ${picture}?w=660 660w, ${picture}?w=2000 2000w"><a href="/maren/about">About</a>`

/** A server with one card on it. */
function aServer(pages: Record<string, string> = {}) {
  const all: Record<string, string> = {
    '/offline': 'No Internet Connection',
    '/maren/home': homeHtml,
    '/maren/home?source=pwa': homeHtml,
    '/maren/home.data': '"home"',
    '/maren/about': 'about her',
    '/maren/about.data': '"about"',
    [`${picture}?w=660`]: 'a picture',
    ...Object.fromEntries([...shell.shared, ...Object.values(shell.languages).flat(), ...shell.fonts.extended].map((path) => [path, path])),
    ...pages,
  }
  return (path: string) => {
    const body = all[path]
    return body === undefined ? new Response('', { status: 404 }) : new Response(body, { headers: { etag: `W/"${body.length}"` } })
  }
}

async function aCachedCard({ capacityBytes = Number.POSITIVE_INFINITY, pages = {} } = {}) {
  const place = theCaches({ capacityBytes })
  const net = { answer: aServer(pages) as ((path: string) => Response | Promise<Response>) | null }
  const worker = aWorker({
    caches: place.caches,
    shell,
    network: (path) => {
      if (!net.answer) throw new TypeError('Failed to fetch')
      return net.answer(path)
    },
  })
  await worker.fire('install', {})
  const refresh = (alias = 'maren') => worker.postMessage({ kind: 'keep', alias, language: 'en' })
  return { ...place, worker, refresh, net }
}

const textOf = async (answer: Promise<Response | null>) => (await answer)?.text()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

describe('INST-2 installing the worker', () => {
  test('precaches its build’s shell in the browser’s language', async () => {
    const { pathsOn } = await aCachedCard()
    expect(pathsOn('shell-one')).toEqual(['/assets/en-1.js', '/assets/kit-1.js', '/assets/manifest-1.js', '/offline'])
  })

  test.each([
    ['the connection is lost', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a file is missing', () => new Response('', { status: 404 })],
  ])('fails if %s, keeps what is there, and resumes where it stopped', async (_, kit) => {
    const { caches, pathsOn, stores } = await aCachedCard()
    let isWhole = false
    const two = { ...shell, build: 'two', shared: [...shell.shared, '/assets/kit-2.js'] }
    const network = (path: string) => (path === '/assets/kit-2.js' ? (isWhole ? new Response('kit') : kit()) : aServer()(path))
    const next = aWorker({ caches, shell: two, network })

    await expect(next.fire('install', {})).rejects.toThrow(/Failed to fetch|answered 404/)
    expect(pathsOn('shell-one')).toHaveLength(4)
    isWhole = true
    next.requests.length = 0
    await next.fire('install', {})
    expect(next.requests.map(({ url }) => url.slice(origin.length))).toEqual(
      ['/assets/kit-2.js', '/offline'].slice(stores.get('shell-two')?.has(`${origin}/offline`) ? 0 : 1),
    )
  })

  test('succeeds without cache storage, and then uses the network for everything', async () => {
    const worker = aWorker({ shell, network: aServer() })
    await worker.fire('install', {})
    await worker.fire('activate', {})
    expect(await worker.postMessage({ kind: 'keep', alias: 'maren', language: 'en' })).toMatchObject({ isCached: false })
    expect(await textOf(worker.ask('/maren/about', { mode: 'navigate' }))).toBe('about her')
    expect(await textOf(worker.ask('/assets/kit-1.js'))).toBe('/assets/kit-1.js')
  })
})

describe('INST-2 a cached card', () => {
  test('is cached as visitors see it: pages, data and one width of each picture', async () => {
    const { refresh, worker, pathsOn } = await aCachedCard()
    expect(await refresh()).toMatchObject({ isCached: true, isNewer: false })
    expect(pathsOn('card-maren')).toEqual(
      [
        '/kept',
        '/maren/about',
        '/maren/about.data',
        '/maren/home',
        '/maren/home.data',
        '/maren/home?source=pwa',
        `${picture}?w=660`,
      ].toSorted(),
    )
    expect(worker.requests.every(({ credentials }) => credentials === 'omit')).toBe(true)
  })

  test('opens offline, whatever the query', async () => {
    const { refresh, worker, net } = await aCachedCard()
    await refresh()
    net.answer = null
    expect(await textOf(worker.ask('/maren/home?source=pwa&utm_source=x', { mode: 'navigate' }))).toBe(homeHtml)
    expect(await textOf(worker.ask('/Maren/about', { mode: 'navigate' }))).toBe('about her')
    expect(await textOf(worker.ask('/maren/about.data?_routes=about'))).toBe('"about"')
    expect(await textOf(worker.ask(`${picture}?w=220`))).toBe('a picture')
    expect((await worker.ask('/maren', { mode: 'navigate' }))?.headers.get('location')).toBe(`${origin}/maren/home`)
  })

  test.each([502, 503, 504, 522])('opens while a proxy answers %i', async (status) => {
    const { refresh, worker, net } = await aCachedCard()
    await refresh()
    net.answer = () => new Response('Bad gateway', { status })
    expect(await textOf(worker.ask('/maren/about', { mode: 'navigate' }))).toBe('about her')
    expect((await worker.ask('/julian/about', { mode: 'navigate' }))?.status).toBe(status)
  })

  test('never replaces the server’s answer', async () => {
    const { refresh, worker, net } = await aCachedCard()
    await refresh()
    net.answer = aServer({ '/maren/about': 'about her, newly written' })
    const answer = await worker.ask('/maren/about', { mode: 'navigate' })
    expect([await answer?.text(), answer?.headers.get('server-timing')]).toEqual(['about her, newly written', null])
    net.answer = () => new Response('', { status: 404 })
    expect((await worker.ask('/maren/about', { mode: 'navigate' }))?.status).toBe(404)
  })

  test('notifies a page that showed the cached one, once the server is back', async () => {
    const { refresh, worker, net } = await aCachedCard()
    await refresh()
    net.answer = null
    const notifications = await worker.ask('/maren/home', { mode: 'navigate' })
    expect(notifications?.headers.get('server-timing')).toBe('cached')
    net.answer = aServer()
    expect(await refresh()).toMatchObject({ isNewer: true })
    expect(await refresh()).toMatchObject({ isNewer: false })
  })

  test('is refreshed once a minute, even with a wrong clock', async () => {
    vi.setSystemTime('2031-01-01')
    const { refresh, worker } = await aCachedCard()
    await refresh()
    const count = () => worker.requests.length
    const before = count()
    await refresh()
    expect(count()).toBe(before)
    vi.setSystemTime('1999-01-01')
    expect(await refresh()).toMatchObject({ isCached: true })
    expect(count()).toBeGreaterThan(before)
  })

  test('is unchanged if the connection is lost halfway', async () => {
    const { refresh, net, pathsOn, worker } = await aCachedCard()
    await refresh()
    const before = pathsOn('card-maren')
    vi.setSystemTime(Date.now() + 120_000)
    net.answer = (path) =>
      path.startsWith('/maren/about') ? Promise.reject(new TypeError('lost')) : aServer({ '/maren/home': `${homeHtml}!` })(path)
    expect(await refresh()).toMatchObject({ isCached: true, isNewer: false })
    net.answer = null
    expect(pathsOn('card-maren')).toEqual(before)
    expect(await textOf(worker.ask('/maren/home', { mode: 'navigate' }))).toBe(homeHtml)
  })

  const gone = (status: number) => (path: string) =>
    path.startsWith('/maren') ? new Response('<script data-manifest="/assets/manifest-2.js">', { status }) : aServer()(path)

  test.each([404, 410])('is deleted as soon as the opened page answers %i', async (status) => {
    const { refresh, net, pathsOn, stores, worker } = await aCachedCard()
    await refresh()
    await worker.ask('/remote/api/public/homepage-settings')
    net.answer = gone(status)
    expect((await worker.ask('/maren/home', { mode: 'navigate' }))?.status).toBe(status)
    expect([pathsOn('card-maren'), [...stores.keys()]]).toEqual([[], ['shell-one']])
    net.answer = null
    expect((await worker.ask('/maren/home', { mode: 'navigate' }))?.status).toBe(503)
  })

  test('is deleted when a refresh finds it gone', async () => {
    const { refresh, net, pathsOn } = await aCachedCard()
    await refresh()
    vi.setSystemTime(Date.now() + 120_000)
    net.answer = gone(404)
    expect(await refresh()).toMatchObject({ isCached: false, isReached: true })
    expect(pathsOn('card-maren')).toEqual([])
  })

  test('is deleted when a client navigation finds it gone', async () => {
    const { refresh, net, pathsOn, worker } = await aCachedCard()
    await refresh()
    net.answer = gone(404)
    await worker.ask('/maren/about.data?_routes=about')
    expect(pathsOn('card-maren')).toEqual([])
  })

  test('reloads a page with the cached card once the card is gone', async () => {
    const { refresh, net, worker } = await aCachedCard()
    await refresh()
    net.answer = null
    await worker.ask('/maren/home', { mode: 'navigate' })
    vi.setSystemTime(Date.now() + 120_000)
    net.answer = gone(410)
    expect(await refresh()).toMatchObject({ isCached: false, isNewer: true })
  })

  test('stays if only one page is gone, or if a proxy answers 404', async () => {
    const { refresh, net, pathsOn, worker } = await aCachedCard()
    await refresh()
    const before = pathsOn('card-maren')
    net.answer = (path) => (path === '/maren/nothing' ? gone(404)(path) : aServer()(path))
    await worker.ask('/maren/nothing', { mode: 'navigate' })
    expect(pathsOn('card-maren')).toEqual(before)
    net.answer = () => new Response('<h1>404 Not Found</h1>nginx', { status: 404 })
    await worker.ask('/maren/home', { mode: 'navigate' })
    expect(pathsOn('card-maren')).toEqual(before)
  })

  test.each([403, 408, 429])('stays if the server or a proxy answers %i', async (status) => {
    const { refresh, net, pathsOn } = await aCachedCard()
    await refresh()
    const before = pathsOn('card-maren')
    vi.setSystemTime(Date.now() + 120_000)
    net.answer = (path) => (path.startsWith('/maren') ? new Response('', { status }) : aServer()(path))
    expect(await refresh()).toMatchObject({ isCached: true })
    expect(pathsOn('card-maren')).toEqual(before)
  })

  test('refetches mutable files, and never immutable ones', async () => {
    const [code, face] = ['/api/public/client-install-qr/maren', '/api/public/client-icon/maren/AppIcon/192/i1']
    const { refresh, net, worker } = await aCachedCard({ pages: { '/maren/about': `<img src="${code}"><img src="${face}">` } })
    const server = (content: string) => (path: string) =>
      path === code
        ? new Response(content)
        : path === face
          ? new Response(content, { headers: { 'cache-control': 'public, immutable' } })
          : aServer({ '/maren/about': `<img src="${code}"><img src="${face}">` })(path)
    net.answer = server('first')
    await refresh()
    net.answer = server('second')
    expect([await textOf(worker.ask(code)), await textOf(worker.ask(face))]).toEqual(['second', 'first'])
    vi.setSystemTime(Date.now() + 120_000)
    await refresh()
    net.answer = null
    expect([await textOf(worker.ask(code)), await textOf(worker.ask(face))]).toEqual(['second', 'first'])
    expect((await worker.ask(`${code}?format=png`))?.type).toBe('error')
  })

  test('waits for the next worker if another build renders it', async () => {
    const { refresh, net, worker } = await aCachedCard()
    net.answer = aServer({ '/maren/home': homeHtml.replace('manifest-1', 'manifest-2') })
    expect(await refresh()).toMatchObject({ isCached: false })
    expect(worker.done).toContain('update')
  })

  test('is unchanged if a captive portal answers', async () => {
    const { refresh, net, pathsOn, worker } = await aCachedCard()
    await refresh()
    const before = pathsOn('card-maren')
    net.answer = () => new Response('<title>Welcome to our hotel</title>', { headers: { 'content-type': 'text/html' } })
    await refresh()
    expect(pathsOn('card-maren')).toEqual(before)
    net.answer = null
    expect(await (await worker.ask('/maren/home', { mode: 'navigate' }))?.text()).toContain('Maren')
  })

  test('caches the fonts it uses', async () => {
    const { refresh, pathsOn } = await aCachedCard({ pages: { '/maren/about': 'Ștefănescu' } })
    await refresh()
    expect(pathsOn('shell-one')).toContain('/assets/far.woff2')
    expect(pathsOn('shell-one')).not.toContain('/assets/italic.woff2')
  })

  test('caches the italic, the seal and the band of Ledger', async () => {
    const [band, seal] = ['/assets/ledger-band-1a2b3c4d.svg', '/api/public/client-seal/maren']
    const ledger = `${homeHtml}<style>:root{--card-seal:url("${seal}")}.head{mask:url(${band}) 50% 0}</style><div class="card ledger">`
    const { refresh, pathsOn } = await aCachedCard({
      pages: { '/maren/home': ledger, [band]: 'band', [seal]: 'seal', '/assets/italic.woff2': 'italic' },
    })
    await refresh()
    expect(pathsOn('shell-one')).toEqual(expect.arrayContaining([band, '/assets/italic.woff2']))
    expect(pathsOn('card-maren')).toContain(seal)
  })
})

describe('INST-3 a full device', () => {
  const small = (alias: string) => ({ [`/${alias}/home`]: homeHtml.slice(0, homeHtml.indexOf('</script>')).padEnd(1000, 'x') })

  test('evicts the least recently cached card for the opened one', async () => {
    const pages = { ...small('one'), ...small('two'), ...small('three') }
    const { refresh, stores } = await aCachedCard({ capacityBytes: 2600, pages })
    for (const alias of ['one', 'two', 'three']) expect(await refresh(alias)).toMatchObject({ isCached: true })
    expect([...stores.keys()].toSorted()).toEqual(['card-three', 'card-two', 'shell-one'])
  })

  test('without any space still answers from the network', async () => {
    const { refresh, worker } = await aCachedCard({ capacityBytes: 200, pages: small('one') })
    expect(await refresh('one')).toMatchObject({ isCached: false })
    expect((await worker.ask('/one/home', { mode: 'navigate' }))?.status).toBe(200)
  })

  test('caches at most six cards', async () => {
    const aliases = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']
    const { refresh, stores } = await aCachedCard({ pages: Object.assign({}, ...aliases.map(small)) })
    for (const alias of aliases) await refresh(alias)
    expect([...stores.keys()].filter((name) => name.startsWith('card-'))).toEqual(aliases.slice(1).map((alias) => `card-${alias}`))
  })
})

describe('requests that the worker ignores', () => {
  test.each([
    ['/bff/user', {}],
    ['/remote/api/public/captcha-challenge', {}],
    ['/remote/api/public/connect-client', { method: 'POST' }],
    ['/remote/api', { method: 'HEAD' }],
    ['/service-worker.js', {}],
    ['/api/public/film/maren', { headers: { range: 'bytes=0-' } }],
  ])('%s', async (path, init) => {
    expect(await aWorker({ shell }).ask(path, init)).toBeNull()
  })

  test('addresses of other sites', async () => {
    expect(await aWorker({ shell }).ask('https://elsewhere.example/a.png')).toBeNull()
  })
})

describe('without a connection', () => {
  test.each(['/maren/my-contacts', '/account/login', '/julian/home', '/maren/home?preview=on'])('%s is a 503', async (path) => {
    const { refresh, worker, net } = await aCachedCard()
    await refresh()
    net.answer = null
    const answer = await worker.ask(path, { mode: 'navigate' })
    expect([answer?.status, await answer?.text()]).toEqual([503, 'No Internet Connection'])
  })

  test.each(['', 'about:client', 'https://evil.example/'])('does not handle a form posted from another site (%s)', async (referrer) => {
    const { worker } = await aCachedCard()
    const before = worker.requests.length
    expect(await worker.ask('/maren/shared', { mode: 'navigate', method: 'POST', referrer })).toBeNull()
    expect(worker.requests).toHaveLength(before)
  })

  test('offline, a form is not sent, and not queued', async () => {
    const { worker, net } = await aCachedCard()
    net.answer = null
    expect((await worker.ask('/account/login', { mode: 'navigate', method: 'POST' }))?.status).toBe(503)
    expect(worker.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('offline, a call gets its last answer, unless that was personal', async () => {
    const own = new Headers({ 'cache-control': 'no-store' })
    const { worker, net } = await aCachedCard()
    net.answer = (path) => new Response(path, path.includes('own') ? { headers: own } : {})
    for (const path of ['/remote/api/public/homepage-settings', '/remote/api/public/own']) await worker.ask(path)
    net.answer = null
    expect(await textOf(worker.ask('/remote/api/public/homepage-settings'))).toBe('/remote/api/public/homepage-settings')
    expect((await worker.ask('/remote/api/public/own'))?.type).toBe('error')
  })
})

describe('VER-1 a new build', () => {
  const two: Shell = { ...shell, build: 'two', shared: ['/assets/manifest-1.js', '/assets/kit-2.js'] }
  const server = aServer({ '/assets/kit-2.js': 'kit 2' })

  test('waits until it may take over', async () => {
    const worker = aWorker({ shell: two, caches: theCaches().caches, network: server })
    await worker.fire('install', {})
    expect(worker.done).toEqual([])
    await worker.postMessage({ kind: 'apply' })
    expect(worker.done).toEqual(['skip waiting'])
  })

  test('survives the old worker’s cleanup while it waits', async () => {
    const { caches, pathsOn, worker, refresh } = await aCachedCard()
    await worker.fire('activate', {})
    await refresh()
    const next = aWorker({ shell: two, caches, network: server })
    await next.fire('install', {})
    await worker.ask('/maren/about', { mode: 'navigate' })
    expect(pathsOn('shell-two')).toContain('/assets/kit-2.js')
  })

  test('takes over without the network, and recaches cards with the first page request', async () => {
    const { caches, refresh, stores } = await aCachedCard()
    await refresh()
    const next = aWorker({ caches, shell: two, network: server })
    await next.fire('install', {})
    next.requests.length = 0
    await next.fire('activate', {})
    expect(next.requests).toEqual([])
    await next.ask('/maren/home', { mode: 'navigate' })
    expect([...stores.keys()].toSorted()).toEqual(['card-maren', 'shell-two'])
  })

  test('keeps the old build’s files while a window uses them, then deletes them', async () => {
    const { caches, stores } = await aCachedCard()
    const windows = [`${origin}/maren/home`]
    const next = aWorker({ caches, shell: two, network: server, windows })
    await next.fire('install', {})
    await next.fire('activate', {})
    expect(await textOf(next.ask('/assets/kit-1.js'))).toBe('/assets/kit-1.js')

    windows[0] = `${origin}/maren/about`
    await next.ask('/maren/about', { mode: 'navigate' })
    expect([...stores.keys()]).toEqual(['shell-two'])
  })

  test('recaches every card before it deletes the old build’s files', async () => {
    const { caches, stores, refresh } = await aCachedCard()
    await refresh()
    const net = { isThere: false }
    const network = (path: string) =>
      net.isThere || path.startsWith('/assets') || path === '/offline' ? server(path) : Promise.reject(new TypeError('lost'))
    const next = aWorker({ caches, shell: two, network })
    await next.fire('install', {})
    await next.fire('activate', {})
    expect([...stores.keys()].toSorted()).toEqual(['card-maren', 'shell-one', 'shell-two'])

    net.isThere = true
    expect(await next.postMessage({ kind: 'keep', alias: 'maren', language: 'en' })).toMatchObject({ isCached: true })
    expect([...stores.keys()].toSorted()).toEqual(['card-maren', 'shell-two'])
  })
})

test.each([
  null,
  7,
  'keep',
  { kind: 'keep' },
  { kind: 'keep', alias: '../x', language: 'en' },
  { kind: 'keep', alias: 'maren', language: '"><' },
  { kind: 'erase' },
])('ignores an invalid message: %j', async (content) => {
  const worker = aWorker({ shell, caches: theCaches().caches, network: aServer() })
  expect(await worker.postMessage(content)).toBeUndefined()
  expect([worker.requests, worker.done]).toEqual([[], []])
})
