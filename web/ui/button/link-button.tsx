import type { ComponentProps, ReactNode } from 'react'
import { AccountIcon as Icon } from '../icons/account-icon.tsx'
import { PageLink } from '../page-link.tsx'

/** Acts, and looks like a link: for the lesser thing to do. */
export const LinkButton = ({ children, ...rest }: Omit<ComponentProps<'button'>, 'type'> & { children: ReactNode }) => (
  <button {...rest} className="ui-link" type="button">
    {children}
  </button>
)

export const TextLink = (props: ComponentProps<typeof PageLink>) => <PageLink {...props} className="ui-link" />

/** Leads on to the page that tells more. */
export const ArrowLink = ({ children, ...rest }: ComponentProps<typeof PageLink>) => (
  <PageLink {...rest} className="ui-arrow-link">
    {children}
    <Icon name="arrow-right" />
  </PageLink>
)
