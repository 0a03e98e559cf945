import { useEffect } from 'react'

/** Redirects to another host, which the CSP forbids for forms. A link beside it works without a script. */
export function useRedirect(href: string | undefined) {
  useEffect(() => {
    if (href) location.assign(href)
  }, [href])
}
