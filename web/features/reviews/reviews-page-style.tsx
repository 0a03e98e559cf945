import { PageStyle } from '../../ui/page-style.tsx'
import css from './reviews-page.css?inline'
import href from './reviews-page.css?url'

export function ReviewsPageStyle() {
  return <PageStyle name="reviews-page" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
}
