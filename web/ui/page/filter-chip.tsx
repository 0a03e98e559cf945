import { AccountIcon as Icon } from '../icons/account-icon.tsx'
import { PageLink } from '../page-link.tsx'

/** A filter that is set; `href` is the same list without it. */
export const FilterChip = ({ href, label, removeLabel }: { href: string; label: string; removeLabel: string }) => (
  <PageLink className="ui-chip" href={href}>
    <span>{label}</span>
    <Icon name="x" />
    <span className="sr-only">{removeLabel}</span>
  </PageLink>
)
