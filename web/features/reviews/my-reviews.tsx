import { useRef, type ReactNode } from 'react'
import { useSay } from '../../i18n/use-say.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { FindMore } from './find-more.tsx'
import { MoreOnZillow } from './more-on-zillow.tsx'
import css from './my-reviews.css?inline'
import href from './my-reviews.css?url'
import { ReviewCard } from './review-card.tsx'
import { ReviewsStyle } from './reviews-style.tsx'
import type { SlidesView } from './slides-view.ts'
import { StarShapes } from './stars.tsx'
import { useSteps } from './use-steps.ts'

type Given = { view: SlidesView; isTeam: boolean; glyphOf: (name: string) => ReactNode }

/** What my-reviews.css fits side by side on a desktop. */
const perView = 3

/** Reviews side by side: a list to swipe, scroll or move by keys, with buttons that loop. The first click brings the app that answers it. */
export function MyReviews({ view: { slides, allHref, moreHref, sources }, isTeam, glyphOf }: Given) {
  const say = useSay()
  const list = useRef<HTMLDivElement>(null)
  const step = useSteps(list)
  return (
    <section className="my-reviews desktop" id="reviews" aria-labelledby="reviews-title">
      <ReviewsStyle />
      <PageStyle name="my-reviews" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <StarShapes />
      <div className="my-reviews-head">
        <h2 id="reviews-title">{say('menu.reviews', { team: isTeam })}</h2>
        {slides.length > perView ? (
          <p className="steps">
            <button type="button" aria-controls="reviews-slides" aria-label={say('reviews.previous')} onClick={() => step(-1)}>
              <Icon name="chevron-left" />
            </button>
            <button type="button" aria-controls="reviews-slides" aria-label={say('reviews.next')} onClick={() => step(1)}>
              <Icon name="chevron-right" />
            </button>
          </p>
        ) : (
          <PageLink className="all-reviews" href={allHref}>
            {say('reviews.readAll')}
          </PageLink>
        )}
      </div>
      {/* A list that scrolls is a stop of the Tab key, or nobody without a mouse gets on in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="slides" id="reviews-slides" role="group" aria-labelledby="reviews-title" tabIndex={0} ref={list}>
        <ul>
          {slides.map((review) => (
            <li key={review.id}>
              {/* A page of its own arrives at the review; a page within this one would arrive at the top. */}
              <ReviewCard review={review} toRest={<a href={`${allHref}#${review.id}`}>{say('reviews.readAll')}</a>} />
            </li>
          ))}
        </ul>
      </div>
      {(sources.length > 0 || moreHref) && (
        <div className="my-reviews-foot">
          <FindMore sources={sources} glyphOf={glyphOf} />
          {moreHref && <MoreOnZillow href={moreHref} />}
        </div>
      )}
    </section>
  )
}
