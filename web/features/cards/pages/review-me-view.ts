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
  /** Where a review is written; null where the owner has not said yet. */
  href: string | null
  hint: string
  glyph: Glyph
  storedShort: string
}

export type ReviewMeView = { rows: ReviewRow[]; emailBody: string; smsBody: string }

/** Where a review of this person is written, and the words that ask for one. */
export function reviewMeView(open: OpenCard, t: Translate, components: readonly GradeComponent[] = []): ReviewMeView {
  const { card, services, settings } = open
  const usual = t('review.message')
  // What the installation came with is said in the reader's language; what its operator wrote, as written.
  const installed = settings.reviewMeSmsBody.trim() === defaultReviewSms ? '' : settings.reviewMeSmsBody.trim()
  return {
    rows: servicesFor(services, 'review').map((service) => {
      const { gradeServiceId, serviceName, shortReviewLink } = service
      return {
        id: gradeServiceId,
        name: shortName(serviceName),
        click: clickName(serviceName),
        href: safeLink(reviewLinkOf(service, settings, components)),
        hint: hintOf(serviceName, t),
        glyph: glyphOf(serviceName),
        storedShort: shortReviewLink,
      }
    }),
    emailBody: card.reviewByEmailBody.trim() || settings.reviewMeEmailBody.trim() || usual,
    // An ampersand ends the text on some phones.
    smsBody: (card.reviewBySmsBody.trim() || installed || usual).replaceAll('&', ''),
  }
}

function reviewLinkOf(
  { gradeServiceId, gradeServiceCssClassName, directLink }: OpenCard['services'][number],
  { reviewLinkComponents, reviewLinkGradeComponentId }: OpenCard['settings'],
  components: readonly GradeComponent[],
): string {
  const wanted = reviewLinkComponents[gradeServiceCssClassName] ?? reviewLinkGradeComponentId
  const kept = components.find((each) => each.gradeServiceId === gradeServiceId && each.gradeComponentId === wanted)
  return kept?.currentValue.trim() || directLink
}

/** What to expect there, for the places everybody asks about. */
function hintOf(serviceName: string, t: Translate): string {
  const place = (['google', 'zillow', 'facebook', 'realtor'] as const).find((name) => serviceName.toLowerCase().startsWith(name))
  return place ? t(`review.${place}`) : ''
}
