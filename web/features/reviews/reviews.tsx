import { useId, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { FindMore } from './find-more.tsx'
import { MoreOnZillow } from './more-on-zillow.tsx'
import { ReadAll } from './review-words.tsx'
import { ReviewCard } from './review-card.tsx'
import type { ReviewView } from './review-view.ts'
import { ReviewsPageStyle } from './reviews-page-style.tsx'
import { ReviewsStyle } from './reviews-style.tsx'
import type { ReviewsView } from './reviews-view.ts'
import { Stars, StarShapes } from './stars.tsx'

/** Everything that was written about the card's owner and may be shown, and the ways to the rest. */
export function Reviews({ view, glyphOf }: { view: ReviewsView; glyphOf: (name: string) => ReactNode }) {
  const t = useTranslate()
  const { summary, own, style, zillow, moreHref, sources } = view
  return (
    <>
      <ReviewsStyle />
      <ReviewsPageStyle />
      <StarShapes />
      {summary && (
        <div className="reviews-summary">
          <b aria-hidden="true">{summary.rating.text}</b>
          <div>
            <Stars rating={summary.rating} />
            <p>{summary.words}</p>
          </div>
        </div>
      )}
      <Section title={t('reviews.own')} isTitleSeen={false} reviews={own} />
      {/* Of a lender who has no others, the line under the stars says where they are from. */}
      <Section
        title={t('reviews.onZillow')}
        count={t('reviews.count', { count: zillow.length })}
        isTitleSeen={style === 'agent' || own.length > 0}
        reviews={zillow}
      />
      {moreHref && <MoreOnZillow href={moreHref} className="large wide" />}
      <FindMore sources={sources} glyphOf={glyphOf} />
    </>
  )
}

function Section({ title, count, isTitleSeen, reviews }: { title: string; count?: string; isTitleSeen: boolean; reviews: ReviewView[] }) {
  const titleId = useId()
  if (reviews.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <div className={isTitleSeen ? 'reviews-head' : 'sr-only'}>
        <h2 id={titleId}>{title}</h2>
        {count && <p>{count}</p>}
      </div>
      <ul className="reviews-list">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} id={review.id} toRest={<ReadAll />} />
          </li>
        ))}
      </ul>
    </section>
  )
}
