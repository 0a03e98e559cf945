import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { ReviewView } from './review-view.ts'

type Words = Pick<ReviewView, 'text' | 'fitsFrom'>

/** Four lines of what was written; `toRest` leads to the others. The whole of it is always there to be read aloud. */
export function ReviewWords({ words: { text, fitsFrom }, toRest }: { words: Words; toRest: ReactNode }) {
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

/** No screen has a narrower card. */
const narrowestPx = 240

/** Opens the text above it. It holds nothing itself: what was cut for the eye was never gone for a screen reader. */
export function ReadAll() {
  const t = useTranslate()
  return (
    <details>
      <summary>
        <span className="when-shut">{t('reviews.readAll')}</span>
        <span className="when-open">{t('reviews.readLess')}</span>
      </summary>
    </details>
  )
}
