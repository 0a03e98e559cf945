import { parseBio } from '#common/text/bio.ts'
import type { GradeComponent } from '#contract/cards/cards.ts'
import { cardHref } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import type { Site } from '#contract/site.ts'
import { takesContacts } from '../../../features/capture/connect-card.ts'
import { connectView } from '../../../features/cards/pages/connect-view.ts'
import { contactView } from '../../../features/cards/pages/contact-view.ts'
import { frameView, type OpenCard } from '../../../features/cards/frame/frame-view.ts'
import { homeView } from '../../../features/cards/home/home-view.ts'
import { reviewMeView } from '../../../features/cards/pages/review-me-view.ts'
import { saveView } from '../../../features/cards/pages/save-view.ts'
import { hasReviewLink, serviceHref } from '../../../features/cards/services/services.ts'
import type { MapSource } from '../../../features/map/place-map.tsx'
import type { NextStep } from '../../../features/reviews/no-reviews.tsx'
import { isEmpty, reviewsView } from '../../../features/reviews/reviews-view.ts'
import { slidesView } from '../../../features/reviews/slider/slides-view.ts'
import { sharedCard } from '../../../features/share/shared-card.ts'
import type { Language } from '#contract/languages.ts'
import type { Translate } from '#common/messages/message.ts'
import type { ProviderReviews } from '../load-zillow-reviews.ts'

type ViewContext = { open: OpenCard; t: Translate; site: Site }
type WithReviews = ViewContext & { reviewed: ProviderReviews; language: Language }
type WithComponents = ViewContext & { components: readonly GradeComponent[] }
export type FullViewContext = WithReviews & WithComponents

/** The view data of each card page. The server and the editor's preview share this list, so they cannot differ. */
export const pageViews = {
  /** The frame around every page, and its share sheet. */
  card({ open, t, site }: ViewContext, isOwn: boolean) {
    const frame = frameView(open, t, site)
    return { frame, shared: sharedCard(open.card, open.address, frame.cardUrl, t, isOwn) }
  },

  home: ({ open, t, site }: ViewContext) => ({ view: homeView(open, t, site) }),

  /** The parts for wide screens only. */
  wideHome(context: FullViewContext) {
    const { open, t, components } = context
    const can = (right: 'About' | 'Reviews' | 'ReviewMe') => has(open.card.permissions, right)
    const reviewMe = can('ReviewMe') ? reviewMeView(open, t, components) : null
    return {
      about: can('About') ? parseBio(open.card.bio) : [],
      reviews: can('Reviews') ? slidesView(reviewsOf(context), cardHref(open.address, 'reviews')) : null,
      reviewMe: reviewMe && reviewMe.rows.length > 0 ? reviewMe : null,
    }
  },

  about: ({ open, t }: ViewContext) => ({ title: t('menu.about', teamOf(open)), words: parseBio(open.card.bio) }),

  reviews(context: WithReviews) {
    const { open, t } = context
    const view = reviewsOf(context)
    return { title: t('menu.reviews', teamOf(open)), view, nothing: isEmpty(view) ? { ways: nextSteps(open, t) } : null }
  },

  review: ({ open, t, components }: WithComponents, isOwner = false) => ({
    title: t('menu.review', teamOf(open)),
    view: reviewMeView(open, t, components, isOwner),
  }),

  vCard: ({ open, t, site }: ViewContext) => ({
    title: t('menu.vCard'),
    view: saveView(open, t),
    pageUrl: site.publicUrl + cardHref(open.address, 'vCard'),
  }),

  contact({ open, t, site: { tilesUrl, tilesAttribution } }: ViewContext) {
    const source: MapSource | null = tilesUrl ? { tiles: tilesUrl, attribution: tilesAttribution } : null
    return { title: t('menu.contact', teamOf(open)), view: contactView(open.card, t), source, takes: takesContacts(open.card) }
  },

  connect: ({ open, t }: ViewContext) => ({
    title: t('connect.title', teamOf(open)),
    view: connectView(open),
    takes: takesContacts(open.card),
  }),
}

const teamOf = ({ card }: OpenCard) => ({ team: card.profile === 2 })

function reviewsOf({ open: { card, services, settings }, t, reviewed, language }: WithReviews) {
  return reviewsView({ card, ...reviewed, hrefOf: (service) => serviceHref(services, settings, service) }, t, language)
}

/** The next steps if there are no reviews. */
function nextSteps({ card, services, address }: OpenCard, t: Translate): NextStep[] {
  const isTeam = card.profile === 2
  return [
    has(card.permissions, 'ReviewMe') &&
      hasReviewLink(services) && { label: t('menu.review', { team: isTeam }), href: cardHref(address, 'review') },
    has(card.permissions, 'Contact') && { label: t('menu.contact', { team: isTeam }), href: cardHref(address, 'contact') },
  ].filter((way) => way !== false)
}
