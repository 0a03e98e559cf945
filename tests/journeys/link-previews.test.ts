import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { theSite } from '../harness/the-site.ts'

const app = await siteApp()

/** A page as clients without scripts read it: chats and search engines. */
async function read(path: string) {
  const html = await (await fetch(new URL(path, theSite().url))).text()
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = '']) => value)
  const meta = (name: string) => all(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))
  const [json] = all(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)
  return { html, meta, titles: all(/<title>([^<]*)<\/title>/g), canonical: all(/<link rel="canonical" href="([^"]*)"/g), json }
}

const aProfile = (fields: CardFields = {}) => aCard(app.deps, fields)

describe('a shared link to a card', () => {
  test('has a preview: title, description and a picture that every chat accepts', async () => {
    const { meta, titles, canonical } = await read('/maren/home')
    expect(titles).toEqual(['Maren Holloway | Broker Associate | Carte'])
    expect(canonical).toHaveLength(1)
    expect(meta('og:title')).toEqual(['Maren Holloway | Broker Associate | Carte'])
    expect(meta('og:url')).toEqual(canonical)
    expect(meta('og:description')[0]?.length).toBeGreaterThan(10)
    expect(meta('twitter:card')).toEqual(['summary_large_image'])

    const [address = ''] = meta('og:image')
    const answer = await fetch(theSite().url + new URL(address).pathname)
    const picture = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(picture.length).toBeLessThan(300_000)
  })

  test('has structured data for search engines, without hidden fields', async () => {
    const { alias } = await aProfile({
      fullName: 'Ada </script> Winter',
      settings: { homepage: { ShowEmailAddress: false, ShowCompanyName: false } },
    })
    const { json = '{}', html } = await read(`/${alias}/home`)
    const profile = JSON.parse(json) as { '@type': string; mainEntity: Record<string, unknown> }
    expect(profile['@type']).toBe('ProfilePage')
    expect(profile.mainEntity).toMatchObject({
      '@type': 'Person',
      name: 'Ada </script> Winter',
      jobTitle: 'Broker',
      telephone: '+12075550101',
    })
    expect(Object.keys(profile.mainEntity)).not.toContain('email')
    expect(Object.keys(profile.mainEntity)).not.toContain('worksFor')
    expect(html).not.toContain('ada@example.com')
  })

  test('is noindex for an unlisted card, a variant and a settings page', async () => {
    const { alias } = await aProfile({ isListed: false })
    const closed = await aProfile({ revokedRights: ['About'] })
    for (const path of [`/${alias}/home`, '/maren/v/v1/home', '/maren/settings', `/${closed.alias}/about-restricted-access`]) {
      expect((await read(path)).meta('robots')).toEqual(['noindex'])
    }
    expect((await read('/maren/home')).meta('robots')).toEqual([])
  })

  test.each(['home', 'about', 'reviews', 'review', 'connect', 'contact', 'v-card'])(
    'ROUTE-9 /maren/%s has one title, one description, one address',
    async (page) => {
      const { titles, meta, canonical } = await read(`/maren/${page}`)
      expect(titles).toHaveLength(1)
      expect(titles[0]).toMatch(/^Maren Holloway \| .+ \| Carte$/)
      expect(meta('description')).toHaveLength(1)
      expect(canonical[0]?.endsWith(`/maren/${page}`)).toBe(true)
    },
  )
})
