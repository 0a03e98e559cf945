import type { GradeComponent } from '#contract/cards/cards.ts'
import { defaultReviewSms } from '#contract/cards/drawing.ts'
import type { Translate } from '#common/messages/message.ts'
import { safeLink } from '../../../ui/safe-link.ts'
import type { OpenCard } from '../frame/frame-view.ts'
import { shortName } from '#contract/cards/service-names.ts'
import { glyphOf, type Glyph } from '../services/service-glyph.ts'
import { clickName } from './click-name.ts'
import { servicesFor } from '../services/services.ts'

export type ReviewRow = {
  id: number
  name: string
  click: string
  /** The link to write a review; null if the owner hasn't set one. */
  href: string | null
  hint: string
  glyph: Glyph
  storedShort: string
}

export type ReviewMeView = { rows: ReviewRow[]; emailBody: string; smsBody: string }

/** The services that collect reviews, and the text that asks for one. Only the owner sees services without a link. */
export function reviewMeView(open: OpenCard, t: Translate, components: readonly GradeComponent[] = [], isOwner = false): ReviewMeView {
  const { card, services, settings } = open
  const defaultMessage = t('review.message')
  // The default text is translated; a text by the administrator is visible as written.
  const installed = settings.reviewMeSmsBody.trim() === defaultReviewSms ? '' : settings.reviewMeSmsBody.trim()
  const visible = servicesFor(services, 'review')
    .map((service) => ({ ...service, href: safeLink(reviewLinkOf(service, settings, components)) }))
    .filter(({ href }) => isOwner || href)
  return {
    rows: visible.map(({ gradeServiceId, serviceName, href, shortReviewLink }) => ({
      id: gradeServiceId,
      name: shortName(serviceName, visible),
      click: clickName(serviceName),
      href,
      hint: hintOf(serviceName, t),
      glyph: glyphOf(serviceName),
      storedShort: shortReviewLink,
    })),
    emailBody: card.reviewByEmailBody.trim() || settings.reviewMeEmailBody.trim() || defaultMessage,
    // An ampersand ends the text on some phones.
    smsBody: (card.reviewBySmsBody.trim() || installed || defaultMessage).replaceAll('&', ''),
  }
}

function reviewLinkOf(
  { gradeServiceId, gradeServiceCssClassName, directLink }: OpenCard['services'][number],
  { reviewLinkComponents, reviewLinkGradeComponentId }: OpenCard['settings'],
  components: readonly GradeComponent[],
): string {
  const wanted = reviewLinkComponents[gradeServiceCssClassName] ?? reviewLinkGradeComponentId
  const defaultText = components.find((each) => each.gradeServiceId === gradeServiceId && each.gradeComponentId === wanted)
  return defaultText?.currentValue.trim() || directLink
}

/** What to expect, for well-known services. */
function hintOf(serviceName: string, t: Translate): string {
  const place = (['google', 'zillow', 'facebook', 'realtor'] as const).find((name) => serviceName.toLowerCase().startsWith(name))
  return place ? t(`review.${place}`) : ''
}
