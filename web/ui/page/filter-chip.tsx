import type { ComponentProps } from 'react'
import { Icon } from '../icons/icon.tsx'
import { PageLink } from '../page-link.tsx'

/** A filter that is set; `href` is the same list without it. */
export const FilterChip = ({ href, label, removeLabel }: { href: string; label: string; removeLabel: string }) => (
  <PageLink className="ui-chip" href={href}>
    <span>{label}</span>
    <Icon name="x" />
    <span className="sr-only">{removeLabel}</span>
  </PageLink>
)

type Props = Omit<ComponentProps<'button'>, 'type' | 'children'> & { label: string; removeLabel: string }

/** A word that is chosen; the button, which submits its form, takes it away. */
export const RemoveChip = ({ label, removeLabel, ...rest }: Props) => (
  <button {...rest} className="ui-chip" type="submit" aria-label={removeLabel}>
    <bdi>{label}</bdi>
    <Icon name="x" />
  </button>
)
