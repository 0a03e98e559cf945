import type { CustomReview, MenuItem } from '#contract/cards/cards.ts'
import type { CardFields } from '#contract/cards/stored-card.ts'
import type { ServiceChoice } from '#server/cards/editor/change-services.ts'
import type { AgentReviews, LenderReviews } from '#contract/cards/reviews.ts'
import type { ReviewSource } from '#server/reviews/tables.ts'
import type { z } from 'zod'
import type { PictureKind } from '#server/media/tables.ts'

/** A demo illustration and the width it is rendered at. */
export type Art = { file: string; width: number }

/** Reviews as a review provider would return them. */
export type ReviewsElsewhere = {
  source: ReviewSource
  key: string
  answer: z.output<typeof AgentReviews> | z.output<typeof LenderReviews>
}

export type Person = {
  alias: string
  plan: 'FREE' | 'PRO'
  fields: CardFields
  services: readonly ServiceChoice[]
  pictures: Partial<Record<PictureKind, Art>>
  versions?: Record<string, CardFields>
  elsewhere?: ReviewsElsewhere
  /** The number of contacts, and the approximate views a day. */
  visitors?: { contacts: number; busy: number }
}

export function link(
  key: string,
  label: string,
  route: string,
  { weight, icon, about }: { weight: number; icon: string; about: string },
): MenuItem {
  const seo = { seoTitle: '', seoDescription: about, seoKeywords: '' }
  return { key, label, route, weight, cssClass: icon, version: 3, type: 2, show: true, editable: true, ...seo }
}

/** A standard menu entry with the owner's label and the page's metadata. */
export function menuPage(
  key: string,
  label: string,
  { weight, title, about, keywords }: { weight: number; title: string; about: string; keywords: string },
): MenuItem {
  const seo = { seoTitle: title, seoDescription: about, seoKeywords: keywords }
  return { key, label, route: key, weight, cssClass: '', version: 3, type: 1, show: true, editable: true, ...seo }
}

export function review(key: string, weight: number, words: Omit<CustomReview, 'key' | 'weight' | 'show'>): CustomReview {
  return { key, weight, show: true, ...words }
}

/** Catalog numbers of the services that demo cards link to. */
export const service = {
  google: 3,
  facebook: 5,
  instagram: 6,
  linkedIn: 7,
  youTube: 9,
  zillow: 11,
  realtor: 13,
  website: 15,
  homes: 16,
  yelp: 20,
  homeWorth: 25,
  whatsapp: 26,
  experience: 27,
  fiftyFivePlaces: 28,
  bbb: 33,
  rateMyAgent: 34,
  tikTok: 35,
} as const

/** Capabilities that also show a service on the home page. */
export const onHome = 29
