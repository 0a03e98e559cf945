import type { ReactNode } from 'react'
import type { Block } from '#common/text/bio.ts'
import { AboutAndLinks } from '../../../features/cards/pages/about-and-links.tsx'
import type { FrameView } from '../../../features/cards/frame/frame-view.ts'
import { ReviewMe } from '../../../features/cards/pages/review-me.tsx'
import type { ReviewMeView } from '../../../features/cards/pages/review-me-view.ts'
import { MyReviews } from '../../../features/reviews/slider/my-reviews.tsx'
import type { SlidesView } from '../../../features/reviews/slider/slides-view.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { DeferredStyles, PageStyle } from '../../../ui/page-style.tsx'
import { serviceMark } from '../../shell/service-mark.tsx'
import styles from '../../../features/cards/pages/review-me-block.css?page-style'

export type WideHomeProps = { wide: { about: Block[]; reviews: SlidesView | null; reviewMe: ReviewMeView | null }; frame: FrameView }

/** What is shown below the card on wide screens. */
export default function WideHome({ wide: { about, reviews, reviewMe }, frame: { menu, isTeam } }: WideHomeProps) {
  const links = menu.filter(({ page, onDesktop }) => page === null && onDesktop)
  return (
    <>
      <AboutAndLinks about={about} links={links} isTeam={isTeam} />
      <DeferredStyles value={true}>
        {reviews && <MyReviews view={reviews} isTeam={isTeam} glyphOf={serviceMark} />}
        {reviewMe && (
          <ReviewMeBlock isTeam={isTeam}>
            <ReviewMe view={reviewMe} />
          </ReviewMeBlock>
        )}
      </DeferredStyles>
    </>
  )
}

/** The last block on a desktop, in the contact color: links to leave a review. */
export function ReviewMeBlock({ isTeam, children }: { isTeam: boolean; children: ReactNode }) {
  const t = useTranslate()
  return (
    <section className="review-me-block desktop" id="review-me" aria-labelledby="review-me-title">
      <PageStyle name="review-me-block" styles={styles} />
      <div>
        <h2 id="review-me-title">{t('menu.review', { team: isTeam })}</h2>
        <p>{t('reviews.ask', { team: isTeam })}</p>
      </div>
      {children}
    </section>
  )
}
