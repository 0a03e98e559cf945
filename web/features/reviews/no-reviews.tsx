import { useTranslate } from '../../i18n/use-translate.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from './reviews-page.css?page-style'

export type NextStep = { label: string; href: string }

/** Shown without reviews, to visitors who open the page by its address: a message and next steps. */
export function NoReviews({ name, ways }: { name: string; ways: NextStep[] }) {
  const t = useTranslate()
  return (
    <>
      <PageStyle name="reviews-page" styles={styles} />
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
