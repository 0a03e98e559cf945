import { useTranslate } from '../../i18n/use-translate.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { iconPaths } from '../../ui/icons/icon-paths.ts'
import type { Rating } from './review-view.ts'

const star: IconName = 'star'
const pitch = 27
const width = 4 * pitch + 24

/** The star symbols, defined once per page. */
export function StarShapes() {
  return (
    <svg className="shared-icons" width="0" height="0" aria-hidden="true">
      <symbol id="five-stars" viewBox={`0 0 ${width} 24`}>
        <path id="one-star" d={iconPaths[star]} />
        {[1, 2, 3, 4].map((place) => (
          <use key={place} href="#one-star" x={place * pitch} />
        ))}
      </symbol>
    </svg>
  )
}

/** Fills the stars up to the rating; the number beside says it, too. */
export function Stars({ rating: { stars, text } }: { rating: Rating }) {
  const t = useTranslate()
  const whole = Math.floor(stars)
  const gold = whole * pitch + (stars - whole) * 24
  return (
    <svg className="stars" viewBox={`0 0 ${width} 24`} role="img" aria-label={t('reviews.stars', { stars: text.replace(/\D0$/, '') })}>
      <use href="#five-stars" width={width} height="24" />
      <svg className="rated" width={gold} height="24">
        <use href="#five-stars" width={width} height="24" />
      </svg>
    </svg>
  )
}
