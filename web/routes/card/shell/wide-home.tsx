import type { Block } from '#contract/bio.ts'
import { AboutAndLinks } from '../../../features/cards/pages/about-and-links.tsx'
import type { FrameView } from '../../../features/cards/frame/frame-view.ts'
import { ReviewMe } from '../../../features/cards/pages/review-me.tsx'
import { ReviewMeBlock } from '../../../features/cards/pages/review-me-block.tsx'
import type { ReviewMeView } from '../../../features/cards/pages/review-me-view.ts'
import { MyReviews } from '../../../features/reviews/slider/my-reviews.tsx'
import type { SlidesView } from '../../../features/reviews/slider/slides-view.ts'
import { LateStyles } from '../../../ui/page-style.tsx'
import { serviceMark } from '../../editor/service-mark.tsx'

export type WideHomeProps = { wide: { about: Block[]; reviews: SlidesView | null; reviewMe: ReviewMeView | null }; frame: FrameView }

/** What stands below the card itself where there is room. */
export default function WideHome({ wide: { about, reviews, reviewMe }, frame: { menu, isTeam } }: WideHomeProps) {
  const links = menu.filter(({ page, onDesktop }) => page === null && onDesktop)
  return (
    <>
      <AboutAndLinks about={about} links={links} isTeam={isTeam} />
      <LateStyles value={true}>
        {reviews && <MyReviews view={reviews} isTeam={isTeam} glyphOf={serviceMark} />}
        {reviewMe && (
          <ReviewMeBlock isTeam={isTeam}>
            <ReviewMe view={reviewMe} />
          </ReviewMeBlock>
        )}
      </LateStyles>
    </>
  )
}
