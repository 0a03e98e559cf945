import { describe, expect, test } from 'vitest'
import { read, aProfile } from './link-previews-steps.ts'

describe('a shared link to a card', () => {
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
