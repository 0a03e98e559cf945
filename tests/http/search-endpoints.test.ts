import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { sitemapLimit } from '#server/http/search-endpoints.ts'
import { aFront } from '../harness/front.ts'
import { anApp, type TestApp } from '../harness/app.ts'

// The sitemap has every card, so these tests use their own database.
let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

describe('what search engines request', () => {
  test('the sitemap has the listed cards, with the time of their last change', async () => {
    const listed = await aCard(app.deps)
    const others = [await aCard(app.deps, { isListed: false }), await aCard(app.deps, { isCardDisabled: true })]
    const xml = await (await app.ask('/sitemap.xml')).text()
    expect(xml).toContain(`<loc>${app.settings.publicUrl}/${listed.alias}/home</loc><lastmod>20`)
    for (const { alias } of others) expect(xml).not.toContain(alias)
  })

  test('LIMIT the sitemap is read once a minute, and limited per caller', async () => {
    let read = 0
    const listed = {
      after: async () => {
        read++
        return [{ alias: 'ada', changedAt: new Date() }]
      },
      pageStarts: async () => [],
    }
    const { ask } = aFront({}, { listed })
    const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })
    const burst = Array.from({ length: 200 }, (_, one) => ask(one % 2 ? '/sitemap.xml' : '/sitemap.xml?after=', {}, from(`192.0.2.${one}`)))
    expect(new Set((await Promise.all(burst)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(read).toBe(2)

    const words = Array.from({ length: sitemapLimit.count + 20 }, (_, one) =>
      ask(`/sitemap.xml?after=word-${one}`, {}, from('198.51.100.1')),
    )
    const refused = (await Promise.all(words)).filter(({ status, headers }) => status === 429 && Number(headers.get('retry-after')) > 0)
    expect([refused.length, read]).toEqual([20, 2 + sitemapLimit.count])
  })

  test('robots.txt names the sitemap and the disallowed paths', async () => {
    const words = await (await app.ask('/robots.txt')).text()
    expect(words).toContain(`Sitemap: ${app.settings.publicUrl}/sitemap.xml`)
    expect(words).toContain('Disallow: /remote/')
  })

  test('a long sitemap is an index of pages that contain each card once', async () => {
    await Promise.all(Array.from({ length: 7 }, () => aCard(app.deps)))
    const { listListed, listPageStarts } = await import('#server/cards/public/find-cards.ts')
    const aliases = (await listListed(app.deps.db, '', 100)).map(({ alias }) => alias)
    const starts = ['', ...(await listPageStarts(app.deps.db, 3))]
    const pages = await Promise.all(starts.map((after) => listListed(app.deps.db, after, 3)))
    expect(pages.flat().map(({ alias }) => alias)).toEqual(aliases)
  })
})
