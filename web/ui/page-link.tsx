import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { outward } from './safe-link.ts'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  /** For pages of this site that wear other styles: the browser loads them as a new document. */
  reloadDocument?: true
}

/** A way to another page: within this site without loading it all anew, elsewhere in a window of its own. */
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
