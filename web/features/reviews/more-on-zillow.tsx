import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { outward } from '../../ui/safe-link.ts'

export function MoreOnZillow({ href, className = '' }: { href: string; className?: string }) {
  const t = useTranslate()
  return (
    <a className={`btn quiet more-on-zillow ${className}`} href={href} {...outward}>
      {t('reviews.more')}
      <Icon name="arrow-up-right" />
    </a>
  )
}
