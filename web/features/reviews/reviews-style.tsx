import { PageStyle } from '../../ui/page-style.tsx'
import css from './reviews.css?inline'
import href from './reviews.css?url'

/** Of a review, wherever it is shown. */
export function ReviewsStyle() {
  return <PageStyle name="reviews" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
}
