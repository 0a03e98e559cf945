import { useTranslate } from '../../i18n/use-translate.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { ReviewsPageStyle } from './reviews-page-style.tsx'

export type Way = { label: string; href: string }

/** The menu leads nobody here. Who comes anyway finds a calm word and where to go on. */
export function NoReviews({ name, ways }: { name: string; ways: Way[] }) {
  const t = useTranslate()
  return (
    <>
      <ReviewsPageStyle />
      <p className="inner-lead">{t('reviews.empty', { name })}</p>
      <p className="no-reviews">
        {ways.map(({ label, href }, place) => (
          <PageLink key={href} className={`btn large ${place === 0 ? 'solid' : 'quiet'}`} href={href}>
            {label}
          </PageLink>
        ))}
      </p>
    </>
  )
}
