import { useSay } from '../../i18n/use-say.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { outward } from '../../ui/safe-link.ts'

export function MoreOnZillow({ href, className = '' }: { href: string; className?: string }) {
  const say = useSay()
  return (
    <a className={`btn quiet more-on-zillow ${className}`} href={href} {...outward}>
      {say('reviews.more')}
      <Icon name="arrow-up-right" />
    </a>
  )
}
