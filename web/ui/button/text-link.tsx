import type { ComponentProps } from 'react'
import { Icon } from '../icons/icon.tsx'
import { PageLink } from '../page-link.tsx'

/** `isDocument` loads the page as a document: for an endpoint, a download or a page outside this app. */
export function TextLink({ isDocument = false, ...props }: ComponentProps<typeof PageLink> & { isDocument?: boolean }) {
  const Anchor = isDocument ? 'a' : PageLink
  return <Anchor {...props} className="ui-link" />
}

/** A link to a page with details. */
export const ArrowLink = ({ children, ...rest }: ComponentProps<typeof PageLink>) => (
  <PageLink {...rest} className="ui-arrow-link">
    {children}
    <Icon name="arrow-right" />
  </PageLink>
)
