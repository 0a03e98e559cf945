import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

describe('what search engines ask for', () => {
  test('the list of cards holds those that may be listed, with when they changed', async () => {
    const listed = await aCard(app.needs)
    const others = [await aCard(app.needs, { isListed: false }), await aCard(app.needs, { isCardDisabled: true })]
    const xml = await (await app.ask('/sitemap.xml')).text()
    expect(xml).toContain(`<loc>${app.settings.publicUrl}/${listed.alias}/home</loc><lastmod>20`)
    for (const { alias } of others) expect(xml).not.toContain(alias)
  })

  test('robots are told where the list is, and what is not for them', async () => {
    const words = await (await app.ask('/robots.txt')).text()
    expect(words).toContain(`Sitemap: ${app.settings.publicUrl}/sitemap.xml`)
    expect(words).toContain('Disallow: /remote/')
  })

  test('a list too long for one page is a list of pages that together hold every card once', async () => {
    await Promise.all(Array.from({ length: 7 }, () => aCard(app.needs)))
    const { listListed, listPageStarts } = await import('#server/cards/list-listed.ts')
    const everybody = (await listListed(app.needs.db, '', 100)).map(({ alias }) => alias)
    const starts = ['', ...(await listPageStarts(app.needs.db, 3))]
    const pages = await Promise.all(starts.map((after) => listListed(app.needs.db, after, 3)))
    expect(pages.flat().map(({ alias }) => alias)).toEqual(everybody)
  })
})
