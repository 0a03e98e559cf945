import { useRef, type ReactNode, type RefObject } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { FindMore } from '../find-more.tsx'
import { MoreOnZillow } from '../more-on-zillow.tsx'
import styles from './my-reviews.css?page-style'
import { ReviewCard } from '../review-card.tsx'
import reviewsStyles from '../reviews.css?page-style'
import type { SlidesView } from './slides-view.ts'
import { StarShapes } from '../stars.tsx'

type SliderProps = { view: SlidesView; isTeam: boolean; glyphOf: (name: string) => ReactNode }

/** The number of columns in my-reviews.css on a desktop. */
const perView = 3

/** Reviews in a scrolling list, with buttons that loop. The first click loads the app that handles it. */
export function MyReviews({ view: { slides, allHref, moreHref, sources }, isTeam, glyphOf }: SliderProps) {
  const t = useTranslate()
  const list = useRef<HTMLDivElement>(null)
  const step = useSteps(list)
  return (
    <section className="my-reviews desktop" id="reviews" aria-labelledby="reviews-title">
      <PageStyle name="reviews" styles={reviewsStyles} />
      <PageStyle name="my-reviews" styles={styles} />
      <StarShapes />
      <div className="my-reviews-head across">
        <h2 id="reviews-title">{t('menu.reviews', { team: isTeam })}</h2>
        {slides.length > perView ? (
          <p className="steps">
            <button
              type="button"
              className="center"
              aria-controls="reviews-slides"
              aria-label={t('reviews.previous')}
              onClick={() => step(-1)}
            >
              <Icon name="chevron-left" />
            </button>
            <button type="button" className="center" aria-controls="reviews-slides" aria-label={t('reviews.next')} onClick={() => step(1)}>
              <Icon name="chevron-right" />
            </button>
          </p>
        ) : (
          <PageLink className="all-reviews" href={allHref}>
            {t('reviews.readAll')}
          </PageLink>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard can scroll only what it can focus */}
      <div className="slides" id="reviews-slides" role="group" aria-labelledby="reviews-title" tabIndex={0} ref={list}>
        <ul>
          {slides.map((review) => (
            <li key={review.id}>
              {/* A document navigation scrolls to the review; a client navigation would scroll to the top. */}
              <ReviewCard review={review} toRest={<a href={`${allHref}#${review.id}`}>{t('reviews.readMore')}</a>} />
            </li>
          ))}
        </ul>
      </div>
      {(sources.length > 0 || moreHref) && (
        <div className="my-reviews-foot across">
          <FindMore sources={sources} glyphOf={glyphOf} />
          {moreHref && <MoreOnZillow href={moreHref} />}
        </div>
      )}
    </section>
  )
}

/** During smooth scrolling, uses the target position instead of the current one. */
const glideMs = 600

/** Scrolls a list by one item, and loops at its ends. */
function useSteps(list: RefObject<HTMLElement | null>): (by: 1 | -1) => void {
  const sent = useRef({ to: 0, at: -Infinity })
  return (by) => {
    const window = list.current
    const [first, second] = window?.querySelectorAll<HTMLElement>('li') ?? []
    if (!window || !first || !second) return
    // Negative in right-to-left text, like `scrollLeft`.
    const stride = second.offsetLeft - first.offsetLeft
    const last = Math.round((window.scrollWidth - window.clientWidth) / Math.abs(stride))
    const now = performance.now()
    const at = now - sent.current.at < glideMs ? sent.current.to : Math.round(window.scrollLeft / stride)
    const to = loopPlace(at, by, last)
    sent.current = { to, at: now }
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ left: to * stride, behavior: isCalm ? 'instant' : 'smooth' })
  }
}

/** The next position of a slider: wraps around at both ends. */
export function loopPlace(at: number, by: 1 | -1, last: number): number {
  if (by > 0) return at >= last ? 0 : at + 1
  return at <= 0 ? last : at - 1
}
