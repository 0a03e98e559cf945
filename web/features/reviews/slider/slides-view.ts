import type { ReviewView } from '../review-view.ts'
import type { ReviewsView } from '../reviews-view.ts'

export type SlidesView = Pick<ReviewsView, 'moreHref' | 'sources'> & { slides: ReviewView[]; allHref: string }

const slidesMax = 9
const excerptLetters = 190

/** The desktop's home shows the owner's reviews and an agent's, shortened; the reviews page has the full text. */
export function slidesView({ own, zillow, style, moreHref, sources }: ReviewsView, allHref: string): SlidesView | null {
  const chosen = [...own, ...(style === 'agent' ? zillow : [])].slice(0, slidesMax)
  if (chosen.length === 0) return null
  return { slides: chosen.map((review) => ({ ...review, ...excerptOf(review), aspects: [] })), allHref, moreHref, sources }
}

function excerptOf({ text, fitsFrom }: ReviewView): Pick<ReviewView, 'text' | 'fitsFrom'> {
  if (text.length <= excerptLetters) return { text, fitsFrom }
  const cut = [...text]
    .slice(0, excerptLetters)
    .join('')
    .replace(/\s+\S*$/, '')
  return { text: `${cut}…`, fitsFrom: null }
}
