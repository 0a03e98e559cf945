import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const calm = '(prefers-reduced-motion: reduce)'

/** After a client navigation: closes what was open and scrolls to the top, or to what the hash names. */
export function useNavigationReset() {
  const { key, pathname } = useLocation()
  const kind = useNavigationType()
  // Null where another frame's page led here, whose scroll position the window still has.
  const current = useRef(kind === 'POP' ? { key, pathname } : null)
  useEffect(() => {
    const before = current.current
    current.current = { key, pathname }
    if (before?.key !== key) for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
    // A sheet's hash opens it, as a heading's hash scrolls to it.
    const named = document.getElementById(location.hash.slice(1))
    if (named?.popover && !named.matches(':popover-open')) named.showPopover()
    if (before?.key === key) return
    // Another search on the same page, or a form sent to it, is no navigation.
    if (before?.pathname === pathname) return
    document.getElementById('content')?.focus({ preventScroll: true })
    // On back and forward the browser restores the scroll position.
    if (kind === 'POP') return
    if (named && !named.popover) named.scrollIntoView()
    else scrollTo({ top: 0, behavior: matchMedia(calm).matches ? 'instant' : 'smooth' })
  }, [key, pathname, kind])
}
