import type { Card, MenuItem } from '#contract/cards/cards.ts'
import { cardHref, type CardAddress, type CardPage } from '#contract/pages.ts'

/** What only crawlers read, in the server's HTML. React Router leaves symbols out of the data that it sends to the browser. */
export const forCrawlers = Symbol('for crawlers')

/** The metadata of a page. */
export type Head = {
  title: string
  description?: string
  keywords?: string
  canonical?: string
  themeColor?: string
  isListed: boolean
  [forCrawlers]?: {
    /** Absolute URLs for link previews. */
    preview: { name: string; url: string; siteName: string; image: string; locale: string }
    /** JSON-LD for search engines. */
    jsonLd: object | null
  }
}

export type PageFacts = {
  address: CardAddress
  page: CardPage | null
  section: string
  menuItem: MenuItem | undefined
  productName: string
  publicUrl: string
}

/** `name | section | product`; on home the section is the person's title. The owner's own title replaces it all. */
export function titleOf(card: Card, { page, section, menuItem, productName }: PageFacts): string {
  if (menuItem?.seoTitle.trim()) return menuItem.seoTitle.trim()
  const middle = page === 'home' && card.title ? card.title : section
  return [card.fullName, middle, productName].filter(Boolean).join(' | ')
}

export function headOf(card: Card, facts: PageFacts): Head {
  const { address, page, menuItem, publicUrl } = facts
  const described = menuItem?.seoDescription.trim() || card.digitalBusinessCardMetaDescription.trim() || describeCard(card)
  const keywords = menuItem?.seoKeywords.trim() || card.digitalBusinessCardMetaKeywords.trim()
  // Connect has two addresses; this is the canonical one.
  const ownPage = page === 'socialServices' ? 'connect' : page
  return {
    title: titleOf(card, facts),
    description: described,
    ...(keywords ? { keywords } : {}),
    ...(ownPage ? { canonical: publicUrl + cardHref({ alias: card.alias.toLowerCase() }, ownPage) } : {}),
    isListed: ownPage !== null && !address.version && card.isListed,
  }
}

/** Name, title, company and city in one line. */
export const describeCard = (card: Card) => [card.fullName, card.title, card.companyName, card.companyCity].filter(Boolean).join(', ')
