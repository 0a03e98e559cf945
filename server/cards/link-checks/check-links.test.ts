import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { createLinkOpener, type LinkOpener } from '#server/integrations/link-opener.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'
import { linkFailures, subjects } from '../tables.ts'
import { checkLinks } from './check-links.job.ts'
import { domainOf } from './link-check-policy.ts'

const hourMs = 3_600_000
const clock = { ms: Date.parse('2026-07-01T02:00:00Z'), now: () => new Date(clock.ms) }

/**
 * Stands in for the web: every host resolves to one server, which answers by path; `nowhere.example` doesn't exist,
 * and no name server answers for `silent.example`.
 */
const web = { requests: [] as string[], lookups: [] as string[], isCutOff: false }
const server = createServer((request, response) => {
  web.requests.push(`${request.headers.host?.split(':')[0]}${request.url}`)
  response.writeHead(Number(/\d{3}/.exec(request.url ?? '')?.[0] ?? 200), { location: '/elsewhere' }).end('x'.repeat(100_000))
})
let port = 0
let app: TestApp
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
  const named = ['a', 'b', 'c', 'www.b', 'nowhere', 'x1.silent', 'x2.silent', 'x3.silent'].map((name) => `${name}.example:${port}`)
  const noHost = Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
  const noAnswer = Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' })
  const linkOpener: LinkOpener = createLinkOpener(
    { publicUrl: 'http://localhost:3000' },
    {
      allow: { configured: named, listed: [] },
      resolve: (host, done) => {
        web.lookups.push(host)
        if (host.endsWith('silent.example')) return done(noAnswer, [])
        return web.isCutOff || host.startsWith('nowhere') ? done(noHost, []) : done(null, [{ address: '127.0.0.1', family: 4 }])
      },
    },
  )
  app = await anApp({ outside: { clock, linkOpener } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  server.close().closeAllConnections()
})

/** A card with these addresses in its menu, and its owner. */
async function aLinked(...addresses: string[]) {
  const menus = addresses.map((address, at) => menu(`link-${at}`, address))
  const card = await aCard(app.deps, { menus })
  const owner = await signedIn(app, card.id)
  const broken = async () =>
    (await owner.call('cards.brokenLinks', { params: { alias: card.alias } })).map(({ title, reason }) => `${title} ${reason}`)
  return { ...card, owner, broken }
}
const unsaid = { cssClass: '', weight: 1, seoTitle: '', seoDescription: '', seoKeywords: '', editable: true }
const menu = (label: string, route: string, show = true) => ({ ...unsaid, key: label, version: 3, type: 2 as const, show, route, label })
const at = (path: string, host = 'a') => `http://${host}.example:${port}/${path}`

const enough = { cards: 1000, links: 1000, perDomain: 1000, concurrency: 4 }
async function aNight(bounds = enough) {
  clock.ms += 24 * hourMs
  web.requests = []
  web.lookups = []
  await checkLinks({ ...app.deps, settings: app.settings }, bounds).run({})
}

describe('cards.check-links', () => {
  test('a link is broken after two nights, and no longer once it opens or changes', async () => {
    const card = await aLinked(at('404/home'), at('410/home'), at('x', 'nowhere'), at('fine'))
    await aNight()
    expect(await card.broken()).toEqual([])
    await aNight()
    expect((await card.broken()).toSorted()).toEqual(['link-0 not-found', 'link-1 gone', 'link-2 no-host'])

    await changeCard(app.deps, card.id, { menus: [menu('link-0', at('404/home')), menu('link-1', at('new'))] })
    expect(await card.broken()).toEqual(['link-0 not-found'])
    await changeCard(app.deps, card.id, { menus: [menu('link-0', at('404/home'), false)] })
    expect(await card.broken()).toEqual([])
  })

  test('two attempts in one night count once', async () => {
    const card = await aLinked(at('404/once'))
    await aNight()
    clock.ms += hourMs
    await checkLinks({ ...app.deps, settings: app.settings }).run({})
    expect(await card.broken()).toEqual([])
  })

  test.each(['403', '429', '500', '503', '301', '999'])('%s is inconclusive', async (status) => {
    const card = await aLinked(at(`${status}/page`))
    await aNight()
    await aNight()
    expect(web.requests).toContain(`a.example/${status}/page`)
    expect(await card.broken()).toEqual([])
  })

  test('a night without any answer counts as a network failure', async () => {
    const card = await aLinked(at('cut', 'b'))
    web.isCutOff = true
    await aNight()
    await aNight()
    web.isCutOff = false
    expect(await card.broken()).toEqual([])
  })

  test('opens only visible links of open cards to other sites', async () => {
    const hidden = await aLinked()
    await changeCard(app.deps, hidden.id, {
      menus: [menu('hidden', at('hidden'), false), menu('own', `${app.settings.publicUrl}/ada/home`)],
    })
    const off = await aLinked(at('off'))
    await changeCard(app.deps, off.id, { eCardEnabled: false })
    await aCard(app.deps, { plan: 'FREE', menus: [menu('free', at('free'))] })
    await aLinked(at('on-display'))
    await aNight()
    expect(web.requests.filter((path) => /hidden|off|free|ada|on-display/.test(path))).toEqual(['a.example/on-display'])
  })

  test('a round limits links in total and per domain', async () => {
    await aLinked(
      ...Array.from({ length: 8 }, (_, n) => at(`many/${n}`, n % 2 ? 'b' : 'www.b')),
      ...Array.from({ length: 8 }, (_, n) => at(`more/${n}`, 'c')),
    )
    await aNight({ cards: 100, links: 1000, perDomain: 3, concurrency: 2 })
    for (const domain of ['b.example/', 'c.example/']) expect(web.requests.filter((path) => path.includes(domain))).toHaveLength(3)
    await aNight({ cards: 100, links: 2, perDomain: 5, concurrency: 2 })
    expect(web.requests).toHaveLength(2)
  })

  test('remaining links wait for the next round; failed ones for another night', async () => {
    const links = Array.from({ length: 6 }, (_, n) => at(`404/full/${n}`))
    await Promise.all([aLinked(...links.slice(0, 3)), aLinked(...links.slice(3))])
    const opened: string[] = []
    clock.ms += 24 * hourMs
    for (let round = 0; round < 60; round++) {
      web.requests = []
      await checkLinks({ ...app.deps, settings: app.settings }, { cards: 100, links: 4, perDomain: 100, concurrency: 1 }).run({})
      opened.push(...web.requests.filter((path) => path.includes('full')))
    }
    expect(opened.toSorted()).toEqual(Array.from({ length: 6 }, (_, n) => `a.example/404/full/${n}`))
  })

  test('links that stay broken delay no others and are opened less and less often', async () => {
    const isBroken = (path: string) => path.includes('stays')
    await aLinked(...Array.from({ length: 6 }, (_, n) => at(`404/stays/${n}`)))
    await aLinked(...Array.from({ length: 6 }, (_, n) => at(`fine/${n}`)))
    await aNight()
    await aNight()
    for (let night = 0; night < 3; night++) {
      await aNight({ cards: 100, links: 4, perDomain: 100, concurrency: 1 })
      expect(web.requests.filter(isBroken).length).toBeLessThanOrEqual(2)
      expect(web.requests.filter((path) => !isBroken(path)).length).toBeGreaterThan(0)
    }

    const perNight: number[] = []
    for (let night = 0; night < 10; night++) {
      await aNight()
      perNight.push(web.requests.filter(isBroken).length)
    }
    const opened = perNight.reduce((sum, count) => sum + count, 0)
    expect(opened).toBeGreaterThan(0)
    expect(opened).toBeLessThan(6 * 5)
  })

  test('a round continues where the previous one ended', async () => {
    await Promise.all([aLinked(at('pass/1')), aLinked(at('pass/2')), aLinked(at('pass/3'))])
    const visited = new Set<string>()
    for (let night = 0; night < 30; night++) {
      await aNight({ cards: 2, links: 100, perDomain: 100, concurrency: 1 })
      for (const path of web.requests) if (path.includes('pass')) visited.add(path)
    }
    expect(visited.size).toBe(3)
  })

  test('results are deleted with the card and visible only to its owner', async () => {
    const card = await aLinked(at('404/gone'))
    const other = await aLinked()
    await aNight()
    await aNight()
    const requests = other.owner.call('cards.brokenLinks', { params: { alias: card.alias } })
    await expect(requests).rejects.toMatchObject({ problem: { type: '/problems/card-not-found' } })
    expect(await card.broken()).toEqual(['link-0 not-found'])
    await removeCard(app.deps, card.id)
    const rows = await app.deps.db.select().from(linkFailures)
    expect(rows.filter(({ subjectId }) => subjectId === card.id)).toEqual([])
  })

  test('a round opens one link of a domain that doesn’t answer', async () => {
    await aLinked(at('x', 'x1.silent'), at('x', 'x2.silent'), at('x', 'x3.silent'), at('beside'))
    await aNight()
    expect(web.lookups.filter((host) => host.endsWith('silent.example'))).toHaveLength(1)
    expect(web.requests).toContain('a.example/beside')
  })

  test('failed links of one domain don’t keep others from being retried', async () => {
    // Leaves only the next two cards to check.
    await app.deps.db.update(subjects).set({ isDemo: true })
    await aLinked(...Array.from({ length: 9 }, (_, n) => at(`404/also/${n}`, 'b')))
    const other = await aLinked(at('404/other', 'c'))
    await aNight()
    const afterThose = new Date(clock.ms + 60_000)
    await app.deps.db.update(linkFailures).set({ triedAt: afterThose }).where(eq(linkFailures.subjectId, other.id))
    const opened: string[] = []
    clock.ms += 24 * hourMs
    for (let round = 0; round < 5; round++) {
      web.requests = []
      await checkLinks({ ...app.deps, settings: app.settings }, { cards: 1, links: 4, perDomain: 1, concurrency: 1 }).run({})
      opened.push(...web.requests)
    }
    expect(opened).toContain('c.example/404/other')
  })

  test('does nothing if it is off', async () => {
    await aLinked(at('switched'))
    clock.ms += 24 * hourMs
    web.requests = []
    await checkLinks({ ...app.deps, settings: { ...app.settings, linkCheck: false } }).run({})
    expect(web.requests).toEqual([])
  })
})

test.each([
  ['x1.evil.example', 'evil.example'],
  ['evil.example', 'evil.example'],
  ['www.shop.co.uk.', 'shop.co.uk'],
  ['shop.com.au', 'shop.com.au'],
  ['www.bit.ly', 'bit.ly'],
  ['localhost', 'localhost'],
  ['203.0.113.7', '203.0.113.7'],
  ['[2001:db8::1]', '[2001:db8::1]'],
])('%s belongs to the domain %s', (host, domain) => expect(domainOf(host)).toBe(domain))
