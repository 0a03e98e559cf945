import { PageStyle } from '../../../../ui/page-style.tsx'
import { ProNote } from '../../fields/pro-note.tsx'
import { FindMore } from './find-more.tsx'
import { OwnReviews } from './own-reviews.tsx'
import { Zillow } from './zillow.tsx'
import css from './reviews.css?inline'
import href from './reviews.css?url'

/** What others say of this person: on the card itself, at Zillow, and elsewhere. */
export function ReviewsSection() {
  return (
    <>
      <PageStyle name="editor-reviews" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <ProNote right="Reviews" />
      <OwnReviews />
      <Zillow />
      <FindMore />
    </>
  )
}
