import { describe, expect, test } from 'vitest'
import type { MenuItem } from '#contract/cards/cards.ts'
import { aCard } from '../../../tests/samples/a-card.ts'
import { headOf, titleOf, type PageFacts } from './titles.ts'

const facts = (changes: Partial<PageFacts> = {}): PageFacts => ({
  address: { alias: 'maren' },
  page: 'about',
  section: 'About Me',
  menuItem: undefined,
  productName: 'Carte',
  publicUrl: 'https://carte.example',
  ...changes,
})

const seo: MenuItem = {
  key: 'about',
  version: 3,
  type: 1,
  show: true,
  route: 'about',
  cssClass: '',
  label: '',
  weight: 1,
  seoTitle: 'Homes by the ferry',
  seoDescription: 'What I look for in a house.',
  seoKeywords: 'homes, ferry',
  editable: true,
}

describe('titleOf', () => {
  test('ROUTE-9 name, section and product', () => {
    expect(titleOf(aCard(), facts())).toBe('Maren Holloway | About Me | Carte')
  })

  test('ROUTE-9 on home the section is the person’s title', () => {
    expect(titleOf(aCard(), facts({ page: 'home', section: 'Home' }))).toBe('Maren Holloway | Broker Associate | Carte')
    expect(titleOf(aCard({ title: '' }), facts({ page: 'home', section: 'Home' }))).toBe('Maren Holloway | Home | Carte')
  })

  test('ROUTE-9 the owner’s own title replaces the whole title', () => {
    expect(titleOf(aCard(), facts({ menuItem: seo }))).toBe('Homes by the ferry')
  })
})

describe('headOf', () => {
  test('ROUTE-9 takes description and keywords from menu item, card or person', () => {
    const described = aCard({ digitalBusinessCardMetaDescription: 'Of the card', digitalBusinessCardMetaKeywords: 'card' })
    expect(headOf(described, facts({ menuItem: seo }))).toMatchObject({ description: seo.seoDescription, keywords: seo.seoKeywords })
    expect(headOf(described, facts())).toMatchObject({ description: 'Of the card', keywords: 'card' })
    expect(headOf(aCard(), facts()).description).toBe('Maren Holloway, Broker Associate, Harbor & Pine Realty, Port Hadley')
  })

  test('ROUTE-2 social-services has the canonical address of connect', () => {
    expect(headOf(aCard(), facts({ page: 'socialServices' })).canonical).toBe('https://carte.example/maren/connect')
  })

  test('a version has the published page’s canonical address and is not listed', () => {
    const head = headOf(aCard({ stringVersion: 'spring' }), facts({ address: { alias: 'maren', version: 'spring' } }))
    expect(head).toMatchObject({ canonical: 'https://carte.example/maren/about', isListed: false })
  })
})
