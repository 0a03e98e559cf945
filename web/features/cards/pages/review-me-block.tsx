import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { PageStyle } from '../../../ui/page-style.tsx'
import css from './review-me-block.css?inline'
import href from './review-me-block.css?url'

/** The desktop's last word, in the owner's loudest colour: where to leave a review. The rows are drawn by whoever knows the services. */
export function ReviewMeBlock({ isTeam, children }: { isTeam: boolean; children: ReactNode }) {
  const t = useTranslate()
  return (
    <section className="review-me-block desktop" id="review-me" aria-labelledby="review-me-title">
      <PageStyle name="review-me-block" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <div>
        <h2 id="review-me-title">{t('menu.review', { team: isTeam })}</h2>
        <p>{t('reviews.ask', { team: isTeam })}</p>
      </div>
      {children}
    </section>
  )
}
