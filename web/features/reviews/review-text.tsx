import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { ReviewView } from './review-view.ts'

type Words = Pick<ReviewView, 'text' | 'fitsFrom'>

/** The first four lines; `toRest` links to the rest. Screen readers always get the full text. */
export function ReviewText({ words: { text, fitsFrom }, toRest }: { words: Words; toRest: ReactNode }) {
  if (!text) return null
  return (
    <div className="review-words" data-fits={fitsFrom ?? 'never'}>
      <p className="review-text" dir="auto">
        {text}
      </p>
      {fitsFrom !== narrowestPx && <div className="review-rest">{toRest}</div>}
    </div>
  )
}

/** No screen has a narrower review card. */
const narrowestPx = 240

/** Expands the text above. The text is only clipped visually, so this has no content of its own. */
export function ReadAll() {
  const t = useTranslate()
  return (
    <details>
      <summary>
        <span className="when-shut">{t('reviews.readMore')}</span>
        <span className="when-open">{t('reviews.readLess')}</span>
      </summary>
    </details>
  )
}
