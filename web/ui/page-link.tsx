import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { outward } from './safe-link.ts'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  /** For pages of this site with other styles: the browser loads a new document. */
  reloadDocument?: true
  /** For a link that only opens something over the page. */
  preventScrollReset?: boolean
}

/** A link: within this site by client navigation, elsewhere in a new tab. */
export function PageLink({ href, children, ...rest }: Props) {
  if (href.startsWith('/')) {
    return (
      <Link to={href} discover="none" {...rest}>
        {children}
      </Link>
    )
  }
  const elsewhere = /^https?:/.test(href) ? outward : {}
  return (
    <a href={href} {...elsewhere} {...rest}>
      {children}
    </a>
  )
}
