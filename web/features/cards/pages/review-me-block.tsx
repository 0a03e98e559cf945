import type { ReactNode } from 'react'
import { useSay } from '../../../i18n/use-say.ts'
import { PageStyle } from '../../../ui/page-style.tsx'
import css from './review-me-block.css?inline'
import href from './review-me-block.css?url'

/** The desktop's last word, in the owner's loudest colour: where to leave a review. The rows are drawn by whoever knows the services. */
export function ReviewMeBlock({ isTeam, children }: { isTeam: boolean; children: ReactNode }) {
  const say = useSay()
  return (
    <section className="review-me-block desktop" id="review-me" aria-labelledby="review-me-title">
      <PageStyle name="review-me-block" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <div>
        <h2 id="review-me-title">{say('menu.review', { team: isTeam })}</h2>
        <p>{say('reviews.ask', { team: isTeam })}</p>
      </div>
      {children}
    </section>
  )
}
