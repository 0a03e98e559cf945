import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { theSite } from '../harness/the-site.ts'
import { read, aProfile } from './link-previews-steps.ts'

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
})
