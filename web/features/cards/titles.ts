import type { Card, MenuItem } from '#contract/cards/cards.ts'
import { cardHref, type CardAddress, type CardPage } from '#contract/pages.ts'

/** What a page says about itself in its head. */
export type Head = {
  title: string
  description?: string
  keywords?: string
  canonical?: string
  themeColour?: string
  /** Absolute addresses, for those who show previews of links. */
  preview?: { name: string; url: string; siteName: string; image: string; locale: string }
  isListed: boolean
  /** What search engines read of who the page is about. */
  jsonLd?: object
}

export type PageFacts = {
  address: CardAddress
  page: CardPage | null
  section: string
  menuItem: MenuItem | undefined
  productName: string
  publicUrl: string
}

/** `name | section | product`; on home the section is what the person is. A title the owner wrote stands alone. */
export function titleOf(card: Card, { page, section, menuItem, productName }: PageFacts): string {
  if (menuItem?.seoTitle.trim()) return menuItem.seoTitle.trim()
  const middle = page === 'home' && card.title ? card.title : section
  return [card.fullName, middle, productName].filter(Boolean).join(' | ')
}

export function headOf(card: Card, facts: PageFacts): Omit<Head, 'themeColour' | 'preview'> {
  const { address, page, menuItem, publicUrl } = facts
  const described = menuItem?.seoDescription.trim() || card.digitalBusinessCardMetaDescription.trim() || describe(card)
  const keywords = menuItem?.seoKeywords.trim() || card.digitalBusinessCardMetaKeywords.trim()
  // Connect has two addresses; one of them is the page's own.
  const ownPage = page === 'socialServices' ? 'connect' : page
  return {
    title: titleOf(card, facts),
    description: described,
    ...(keywords ? { keywords } : {}),
    ...(ownPage ? { canonical: publicUrl + cardHref({ alias: card.alias.toLowerCase() }, ownPage) } : {}),
    isListed: ownPage !== null && !address.version && card.isListed,
  }
}

/** Who it is, in a line. */
export const describe = (card: Card) => [card.fullName, card.title, card.companyName, card.companyCity].filter(Boolean).join(', ')
