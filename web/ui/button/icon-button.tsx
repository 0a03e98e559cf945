import type { ComponentProps } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'
import { PageLink } from '../page-link.tsx'

type Look = { icon: IconName; label: string; kind?: 'ghost' | 'line' }

type ButtonProps = Look & Omit<ComponentProps<'button'>, 'type' | 'children'> & { type?: 'button' | 'submit' }

export function IconButton({ icon, label, kind = 'ghost', type, ...rest }: ButtonProps) {
  return (
    <button {...rest} className={`ui-icon-button ${kind}`} type={type === 'submit' ? 'submit' : 'button'} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}

export function IconLink({ icon, label, kind = 'ghost', ...rest }: Look & Omit<ComponentProps<typeof PageLink>, 'children'>) {
  return (
    <PageLink {...rest} className={`ui-icon-button ${kind}`} aria-label={label}>
      <Icon name={icon} />
    </PageLink>
  )
}
