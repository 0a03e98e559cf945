import { PageStyle } from '../../ui/page-style.tsx'
import css from './reviews.css?inline'
import href from './reviews.css?url'

/** Styles for a review. */
export function ReviewsStyle() {
  return <PageStyle name="reviews" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
}
