import { beforeEach, describe, expect, test, vi } from 'vitest'
import { theCaches } from '../../tests/stand-ins/caches.ts'
import { aWorker, origin } from '../../tests/stand-ins/a-worker.ts'
import type { Shell } from './shell.ts'

const shell: Shell = {
  build: 'one',
  shared: ['/assets/manifest-1.js', '/assets/kit-1.js'],
  languages: { en: ['/assets/en-1.js'], ro: ['/assets/ro-1.js'] },
  fonts: { far: ['/assets/far.woff2'], italic: ['/assets/italic.woff2'], farItalic: [] },
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
    ...Object.fromEntries([...shell.shared, ...Object.values(shell.languages).flat(), ...shell.fonts.far].map((path) => [path, path])),
    ...pages,
  }
  return (path: string) => {
    const body = all[path]
    return body === undefined ? new Response('', { status: 404 }) : new Response(body, { headers: { etag: `W/"${body.length}"` } })
  }
}

async function aKeptCard({ roomBytes = Number.POSITIVE_INFINITY, pages = {} } = {}) {
  const place = theCaches({ roomBytes })
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
  const keep = (alias = 'maren') => worker.say({ kind: 'keep', alias, language: 'en' })
  return { ...place, worker, keep, net }
}

const textOf = async (answer: Promise<Response | null>) => (await answer)?.text()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

describe('INST-2 installing the worker', () => {
  test('lays the shell of its build, in the browser’s language', async () => {
    const { pathsOn } = await aKeptCard()
    expect(pathsOn('shell-one')).toEqual(['/assets/en-1.js', '/assets/kit-1.js', '/assets/manifest-1.js', '/offline'])
  })

  test.each([
    ['the connection is lost', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a file is missing', () => new Response('', { status: 404 })],
  ])('fails as a whole where %s, leaves what is there, and goes on where it stopped', async (_, kit) => {
    const { caches, pathsOn, shelves } = await aKeptCard()
    let isWhole = false
    const two = { ...shell, build: 'two', shared: [...shell.shared, '/assets/kit-2.js'] }
    const network = (path: string) => (path === '/assets/kit-2.js' ? (isWhole ? new Response('kit') : kit()) : aServer()(path))
    const next = aWorker({ caches, shell: two, network })

    await expect(next.fire('install', {})).rejects.toThrow(/Failed to fetch|answered 404/)
    expect(pathsOn('shell-one')).toHaveLength(4)
    isWhole = true
    next.asked.length = 0
    await next.fire('install', {})
    expect(next.asked.map(({ url }) => url.slice(origin.length))).toEqual(
      ['/assets/kit-2.js', '/offline'].slice(shelves.get('shell-two')?.has(`${origin}/offline`) ? 0 : 1),
    )
  })

  test('succeeds on a device that keeps nothing, which then asks the network for everything', async () => {
    const worker = aWorker({ shell, network: aServer() })
    await worker.fire('install', {})
    await worker.fire('activate', {})
    expect(await worker.say({ kind: 'keep', alias: 'maren', language: 'en' })).toMatchObject({ isKept: false })
    expect(await textOf(worker.ask('/maren/about', { mode: 'navigate' }))).toBe('about her')
    expect(await textOf(worker.ask('/assets/kit-1.js'))).toBe('/assets/kit-1.js')
  })
})

describe('INST-2 a card that is kept', () => {
  test('is kept as anybody sees it: its pages, their data and one width of each picture', async () => {
    const { keep, worker, pathsOn } = await aKeptCard()
    expect(await keep()).toMatchObject({ isKept: true, isNewer: false })
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
    expect(worker.asked.every(({ credentials }) => credentials === 'omit')).toBe(true)
  })

  test('is there without a connection, whatever hangs on its address', async () => {
    const { keep, worker, net } = await aKeptCard()
    await keep()
    net.answer = null
    expect(await textOf(worker.ask('/maren/home?source=pwa&utm_source=x', { mode: 'navigate' }))).toBe(homeHtml)
    expect(await textOf(worker.ask('/Maren/about', { mode: 'navigate' }))).toBe('about her')
    expect(await textOf(worker.ask('/maren/about.data?_routes=about'))).toBe('"about"')
    expect(await textOf(worker.ask(`${picture}?w=220`))).toBe('a picture')
    expect((await worker.ask('/maren', { mode: 'navigate' }))?.headers.get('location')).toBe(`${origin}/maren/home`)
  })

  test.each([502, 503, 504, 522])('is there while what stands before the server answers %i', async (status) => {
    const { keep, worker, net } = await aKeptCard()
    await keep()
    net.answer = () => new Response('Bad gateway', { status })
    expect(await textOf(worker.ask('/maren/about', { mode: 'navigate' }))).toBe('about her')
    expect((await worker.ask('/julian/about', { mode: 'navigate' }))?.status).toBe(status)
  })

  test('is never shown in place of what the server answers', async () => {
    const { keep, worker, net } = await aKeptCard()
    await keep()
    net.answer = aServer({ '/maren/about': 'about her, newly written' })
    const answer = await worker.ask('/maren/about', { mode: 'navigate' })
    expect([await answer?.text(), answer?.headers.get('server-timing')]).toEqual(['about her, newly written', null])
    net.answer = () => new Response('', { status: 404 })
    expect((await worker.ask('/maren/about', { mode: 'navigate' }))?.status).toBe(404)
  })

  test('tells a page that showed the kept one, once the server is there again', async () => {
    const { keep, worker, net } = await aKeptCard()
    await keep()
    net.answer = null
    const shown = await worker.ask('/maren/home', { mode: 'navigate' })
    expect(shown?.headers.get('server-timing')).toBe('kept')
    net.answer = aServer()
    expect(await keep()).toMatchObject({ isNewer: true })
    expect(await keep()).toMatchObject({ isNewer: false })
  })

  test('is looked at once a minute, also by a clock that is years off', async () => {
    vi.setSystemTime('2031-01-01')
    const { keep, worker } = await aKeptCard()
    await keep()
    const count = () => worker.asked.length
    const before = count()
    await keep()
    expect(count()).toBe(before)
    vi.setSystemTime('1999-01-01')
    expect(await keep()).toMatchObject({ isKept: true })
    expect(count()).toBeGreaterThan(before)
  })

  test('stays as it was where the connection is lost halfway', async () => {
    const { keep, net, pathsOn, worker } = await aKeptCard()
    await keep()
    const before = pathsOn('card-maren')
    vi.setSystemTime(Date.now() + 120_000)
    net.answer = (path) =>
      path.startsWith('/maren/about') ? Promise.reject(new TypeError('lost')) : aServer({ '/maren/home': `${homeHtml}!` })(path)
    expect(await keep()).toMatchObject({ isKept: true, isNewer: false })
    net.answer = null
    expect(pathsOn('card-maren')).toEqual(before)
    expect(await textOf(worker.ask('/maren/home', { mode: 'navigate' }))).toBe(homeHtml)
  })

  const gone = (status: number) => (path: string) =>
    path.startsWith('/maren') ? new Response('<script data-manifest="/assets/manifest-2.js">', { status }) : aServer()(path)

  test.each([404, 410])('is forgotten as soon as the page that was opened is answered %i', async (status) => {
    const { keep, net, pathsOn, shelves, worker } = await aKeptCard()
    await keep()
    await worker.ask('/remote/api/public/homepage-settings')
    net.answer = gone(status)
    expect((await worker.ask('/maren/home', { mode: 'navigate' }))?.status).toBe(status)
    expect([pathsOn('card-maren'), [...shelves.keys()]]).toEqual([[], ['shell-one']])
    net.answer = null
    expect((await worker.ask('/maren/home', { mode: 'navigate' }))?.status).toBe(503)
  })

  test('is forgotten when it is refreshed and is gone', async () => {
    const { keep, net, pathsOn } = await aKeptCard()
    await keep()
    vi.setSystemTime(Date.now() + 120_000)
    net.answer = gone(404)
    expect(await keep()).toMatchObject({ isKept: false, isReached: true })
    expect(pathsOn('card-maren')).toEqual([])
  })

  test('is forgotten when a page that is walked to is gone', async () => {
    const { keep, net, pathsOn, worker } = await aKeptCard()
    await keep()
    net.answer = gone(404)
    await worker.ask('/maren/about.data?_routes=about')
    expect(pathsOn('card-maren')).toEqual([])
  })

  test('makes a page that shows the cached card load again once the card is gone', async () => {
    const { keep, net, worker } = await aKeptCard()
    await keep()
    net.answer = null
    await worker.ask('/maren/home', { mode: 'navigate' })
    vi.setSystemTime(Date.now() + 120_000)
    net.answer = gone(410)
    expect(await keep()).toMatchObject({ isKept: false, isNewer: true })
  })

  test('stays when only one of its pages is gone, or when a proxy answers 404 in its place', async () => {
    const { keep, net, pathsOn, worker } = await aKeptCard()
    await keep()
    const before = pathsOn('card-maren')
    net.answer = (path) => (path === '/maren/nothing' ? gone(404)(path) : aServer()(path))
    await worker.ask('/maren/nothing', { mode: 'navigate' })
    expect(pathsOn('card-maren')).toEqual(before)
    net.answer = () => new Response('<h1>404 Not Found</h1>nginx', { status: 404 })
    await worker.ask('/maren/home', { mode: 'navigate' })
    expect(pathsOn('card-maren')).toEqual(before)
  })

  test.each([403, 408, 429])('stays where the server, or a gate before it, answers %i', async (status) => {
    const { keep, net, pathsOn } = await aKeptCard()
    await keep()
    const before = pathsOn('card-maren')
    vi.setSystemTime(Date.now() + 120_000)
    net.answer = (path) => (path.startsWith('/maren') ? new Response('', { status }) : aServer()(path))
    expect(await keep()).toMatchObject({ isKept: true })
    expect(pathsOn('card-maren')).toEqual(before)
  })

  test('asks anew for a file that may change, and never for one that says it will not', async () => {
    const [code, face] = ['/api/public/client-install-qr/maren', '/api/public/client-icon/maren/AppIcon/192/i1']
    const { keep, net, worker } = await aKeptCard({ pages: { '/maren/about': `<img src="${code}"><img src="${face}">` } })
    const server = (said: string) => (path: string) =>
      path === code
        ? new Response(said)
        : path === face
          ? new Response(said, { headers: { 'cache-control': 'public, immutable' } })
          : aServer({ '/maren/about': `<img src="${code}"><img src="${face}">` })(path)
    net.answer = server('first')
    await keep()
    net.answer = server('second')
    expect([await textOf(worker.ask(code)), await textOf(worker.ask(face))]).toEqual(['second', 'first'])
    vi.setSystemTime(Date.now() + 120_000)
    await keep()
    net.answer = null
    expect([await textOf(worker.ask(code)), await textOf(worker.ask(face))]).toEqual(['second', 'first'])
    expect((await worker.ask(`${code}?format=png`))?.type).toBe('error')
  })

  test('waits for the next worker where another build draws it by now', async () => {
    const { keep, net, worker } = await aKeptCard()
    net.answer = aServer({ '/maren/home': homeHtml.replace('manifest-1', 'manifest-2') })
    expect(await keep()).toMatchObject({ isKept: false })
    expect(worker.done).toContain('update')
  })

  test('stays as it was where a gate of the network answers in its place', async () => {
    const { keep, net, pathsOn, worker } = await aKeptCard()
    await keep()
    const before = pathsOn('card-maren')
    net.answer = () => new Response('<title>Welcome to our hotel</title>', { headers: { 'content-type': 'text/html' } })
    await keep()
    expect(pathsOn('card-maren')).toEqual(before)
    net.answer = null
    expect(await (await worker.ask('/maren/home', { mode: 'navigate' }))?.text()).toContain('Maren')
  })

  test('brings the letters that it is written with', async () => {
    const { keep, pathsOn } = await aKeptCard({ pages: { '/maren/about': 'Ștefănescu' } })
    await keep()
    expect(pathsOn('shell-one')).toContain('/assets/far.woff2')
    expect(pathsOn('shell-one')).not.toContain('/assets/italic.woff2')
  })
})

describe('INST-3 a full device', () => {
  const small = (alias: string) => ({ [`/${alias}/home`]: homeHtml.slice(0, homeHtml.indexOf('</script>')).padEnd(1000, 'x') })

  test('gives up the card not seen longest for the one that is opened', async () => {
    const pages = { ...small('one'), ...small('two'), ...small('three') }
    const { keep, shelves } = await aKeptCard({ roomBytes: 2600, pages })
    for (const alias of ['one', 'two', 'three']) expect(await keep(alias)).toMatchObject({ isKept: true })
    expect([...shelves.keys()].toSorted()).toEqual(['card-three', 'card-two', 'shell-one'])
  })

  test('that has no room at all still answers from the network', async () => {
    const { keep, worker } = await aKeptCard({ roomBytes: 200, pages: small('one') })
    expect(await keep('one')).toMatchObject({ isKept: false })
    expect((await worker.ask('/one/home', { mode: 'navigate' }))?.status).toBe(200)
  })

  test('keeps no more than six cards', async () => {
    const aliases = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']
    const { keep, shelves } = await aKeptCard({ pages: Object.assign({}, ...aliases.map(small)) })
    for (const alias of aliases) await keep(alias)
    expect([...shelves.keys()].filter((name) => name.startsWith('card-'))).toEqual(aliases.slice(1).map((alias) => `card-${alias}`))
  })
})

describe('what the worker leaves alone', () => {
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
  test.each(['/maren/my-contacts', '/account/login', '/julian/home', '/maren/home?preview=on'])(
    '%s is said not to be there',
    async (path) => {
      const { keep, worker, net } = await aKeptCard()
      await keep()
      net.answer = null
      const answer = await worker.ask(path, { mode: 'navigate' })
      expect([answer?.status, await answer?.text()]).toEqual([503, 'No Internet Connection'])
    },
  )

  test.each(['', 'about:client', 'https://evil.example/'])(
    'a form that began elsewhere (%s) goes its way without the worker',
    async (referrer) => {
      const { worker } = await aKeptCard()
      const before = worker.asked.length
      expect(await worker.ask('/maren/shared', { mode: 'navigate', method: 'POST', referrer })).toBeNull()
      expect(worker.asked).toHaveLength(before)
    },
  )

  test('a form is sent nowhere, and never later', async () => {
    const { worker, net } = await aKeptCard()
    net.answer = null
    expect((await worker.ask('/account/login', { mode: 'navigate', method: 'POST' }))?.status).toBe(503)
    expect(worker.asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('a call is answered as it was last, unless its answer was somebody’s own', async () => {
    const own = new Headers({ 'cache-control': 'no-store' })
    const { worker, net } = await aKeptCard()
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

  test('waits until it is let in', async () => {
    const worker = aWorker({ shell: two, caches: theCaches().caches, network: server })
    await worker.fire('install', {})
    expect(worker.done).toEqual([])
    await worker.say({ kind: 'apply' })
    expect(worker.done).toEqual(['skip waiting'])
  })

  test('lies untouched while it waits, whatever the one before tidies', async () => {
    const { caches, pathsOn, worker, keep } = await aKeptCard()
    await worker.fire('activate', {})
    await keep()
    const next = aWorker({ shell: two, caches, network: server })
    await next.fire('install', {})
    await worker.ask('/maren/about', { mode: 'navigate' })
    expect(pathsOn('shell-two')).toContain('/assets/kit-2.js')
  })

  test('takes over without waiting for the network, and keeps the cards anew with the first page that is asked for', async () => {
    const { caches, keep, shelves } = await aKeptCard()
    await keep()
    const next = aWorker({ caches, shell: two, network: server })
    await next.fire('install', {})
    next.asked.length = 0
    await next.fire('activate', {})
    expect(next.asked).toEqual([])
    await next.ask('/maren/home', { mode: 'navigate' })
    expect([...shelves.keys()].toSorted()).toEqual(['card-maren', 'shell-two'])
  })

  test('keeps the parts of the one before while a window of it is open, and then lets them go', async () => {
    const { caches, shelves } = await aKeptCard()
    const windows = [`${origin}/maren/home`]
    const next = aWorker({ caches, shell: two, network: server, windows })
    await next.fire('install', {})
    await next.fire('activate', {})
    expect(await textOf(next.ask('/assets/kit-1.js'))).toBe('/assets/kit-1.js')

    windows[0] = `${origin}/maren/about`
    await next.ask('/maren/about', { mode: 'navigate' })
    expect([...shelves.keys()]).toEqual(['shell-two'])
  })

  test('keeps every kept card anew before it lets go of what draws the kept ones', async () => {
    const { caches, shelves, keep } = await aKeptCard()
    await keep()
    const net = { isThere: false }
    const network = (path: string) =>
      net.isThere || path.startsWith('/assets') || path === '/offline' ? server(path) : Promise.reject(new TypeError('lost'))
    const next = aWorker({ caches, shell: two, network })
    await next.fire('install', {})
    await next.fire('activate', {})
    expect([...shelves.keys()].toSorted()).toEqual(['card-maren', 'shell-one', 'shell-two'])

    net.isThere = true
    expect(await next.say({ kind: 'keep', alias: 'maren', language: 'en' })).toMatchObject({ isKept: true })
    expect([...shelves.keys()].toSorted()).toEqual(['card-maren', 'shell-two'])
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
])('what is no message is not heard: %j', async (said) => {
  const worker = aWorker({ shell, caches: theCaches().caches, network: aServer() })
  expect(await worker.say(said)).toBeUndefined()
  expect([worker.asked, worker.done]).toEqual([[], []])
})
