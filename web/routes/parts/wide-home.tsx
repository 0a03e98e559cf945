import { AboutAndLinks } from '../../features/cards/about-and-links.tsx'
import type { HomeView } from '../../features/cards/home-view.ts'
import { ReviewMe } from '../../features/cards/review-me.tsx'
import { ReviewMeBlock } from '../../features/cards/review-me-block.tsx'
import type { ReviewMeView } from '../../features/cards/review-me-view.ts'
import { MyReviews } from '../../features/reviews/my-reviews.tsx'
import type { SlidesView } from '../../features/reviews/slides-view.ts'
import { LateStyles } from '../../ui/page-style.tsx'
import { serviceMark } from './service-mark.tsx'

type Props = { view: HomeView; reviews: SlidesView | null; reviewMe: ReviewMeView | null; isTeam: boolean }

/** What stands below the card itself where there is room. */
export default function WideHome({ view, reviews, reviewMe, isTeam }: Props) {
  return (
    <>
      <AboutAndLinks view={view} isTeam={isTeam} />
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
