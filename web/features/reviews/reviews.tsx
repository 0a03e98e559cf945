import { useId, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { FindMore } from './find-more.tsx'
import { MoreOnZillow } from './more-on-zillow.tsx'
import { ReadAll } from './review-text.tsx'
import { ReviewCard } from './review-card.tsx'
import type { ReviewView } from './review-view.ts'
import pageStyles from './reviews-page.css?page-style'
import styles from './reviews.css?page-style'
import type { ReviewsView } from './reviews-view.ts'
import { Stars, StarShapes } from './stars.tsx'

/** All visible reviews of the card's owner, and links to more. */
export function Reviews({ view, glyphOf }: { view: ReviewsView; glyphOf: (name: string) => ReactNode }) {
  const t = useTranslate()
  const { summary, own, style, zillow, moreHref, sources } = view
  return (
    <>
      <PageStyle name="reviews" styles={styles} />
      <PageStyle name="reviews-page" styles={pageStyles} />
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
      <Section title={t('reviews.own')} isTitleVisible={false} reviews={own} />
      {/* For a lender without other reviews, the summary names the source. */}
      <Section
        title={t('reviews.onZillow')}
        count={t('reviews.count', { count: zillow.length })}
        isTitleVisible={style === 'agent' || own.length > 0}
        reviews={zillow}
      />
      {moreHref && <MoreOnZillow href={moreHref} className="large wide" />}
      <FindMore sources={sources} glyphOf={glyphOf} />
    </>
  )
}

function Section({
  title,
  count,
  isTitleVisible,
  reviews,
}: {
  title: string
  count?: string
  isTitleVisible: boolean
  reviews: ReviewView[]
}) {
  const titleId = useId()
  if (reviews.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <div className={isTitleVisible ? 'reviews-head' : 'sr-only'}>
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
