import { loanPrograms, loanProgramYears, loanPurposes, reviewDetails, satisfactions, servicesProvided } from '#contract/cards/drawing.ts'
import type { LenderReview } from '#contract/cards/reviews.ts'
import type { Language } from '#contract/languages.ts'
import type { Translate } from '#common/messages/message.ts'
import { dateFormatter } from './days.ts'
import { fitsFrom } from './slider/fits-from.ts'
import { ratingFormatter } from './ratings.ts'
import type { LoanView, ReviewView } from './review-view.ts'
import { reviewerInitials } from './reviewer-initials.ts'

export function lenderReviews(reviews: readonly LenderReview[], t: Translate, language: Language): ReviewView[] {
  const rate = ratingFormatter(language)
  const longDate = dateFormatter(language, 'whole')
  return reviews.map((review, place) => ({
    id: `zillow-${place + 1}`,
    rating: rate(review.rating),
    source: t('reviews.verified'),
    isZillow: true,
    title: review.title.trim(),
    text: review.content.trim(),
    fitsFrom: fitsFrom(review.content.trim()),
    reviewer: review.reviewerName.displayName.trim(),
    reviewerHref: null,
    initials: reviewerInitials(review.reviewerName.displayName),
    day: longDate(review.created),
    note: '',
    href: null,
    aspects: [],
    loan: loanView(review, t),
  }))
}

function loanView(review: LenderReview, t: Translate): LoanView {
  const { serviceProvided, loanType, loanProgram, loanPurpose, details } = review
  const satisfied = [
    { name: t('loan.closeDate'), is: review.closeDateSatisfaction },
    { name: t('loan.interestRate'), is: review.interestRateSatisfaction },
    { name: t('loan.closingCosts'), is: review.closingCostsSatisfaction },
  ]
  const tags = [programLabel(loanProgram, t), purposeLabel(loanPurpose, t), ...details.map((detail) => detailLabel(detail, t))]
  return {
    status: statusLabel(serviceProvided, t),
    type: readable(loanType ?? ''),
    satisfied: satisfied.flatMap(({ name, is }) => (is ? [{ name, rated: satisfactions.indexOf(is) + 1, label: t(`loan.is.${is}`) }] : [])),
    tags: [...new Set(tags)].filter(Boolean),
  }
}

const isOneOf = <T extends string>(words: readonly T[], word: string | null): word is T => words.some((known) => known === word)

const statusLabel = (word: string | null, t: Translate) =>
  isOneOf(servicesProvided, word) ? t(`loan.status.${word}`) : readable(word ?? '')
const purposeLabel = (word: string | null, t: Translate) => (isOneOf(loanPurposes, word) ? t(`loan.purpose.${word}`) : readable(word ?? ''))
const detailLabel = (word: string, t: Translate) => (isOneOf(reviewDetails, word) ? t(`loan.detail.${word}`) : readable(word))
const programLabel = (word: string | null, t: Translate) =>
  isOneOf(loanPrograms, word) ? t('loan.fixed', { count: loanProgramYears[word] }) : readable(word ?? '')

/** The provider's own value if we have no label: LowOrNoDown reads Low or no down, ARM5 reads ARM 5. */
export function readable(word: string): string {
  const pieces = word.match(/\p{Lu}{2,}(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}|\p{N}+|[^\s_\p{Lu}\p{Ll}\p{N}]+/gu) ?? []
  const text = pieces.map((piece) => (/^\p{Lu}{2,}$/u.test(piece) ? piece : piece.toLowerCase())).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
