import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const calm = '(prefers-reduced-motion: reduce)'

/** What a person expects after walking to another page: what was open is shut, and reading starts at the top. */
export function useArrival() {
  const { key, pathname, search } = useLocation()
  const kind = useNavigationType()
  const shown = useRef({ key, pathname, search })
  useEffect(() => {
    const before = shown.current
    shown.current = { key, pathname, search }
    if (before.key !== key) for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
    // The address of a sheet opens it, as the address of a heading scrolls to it.
    const named = document.getElementById(location.hash.slice(1))
    if (named?.popover && !named.matches(':popover-open')) named.showPopover()
    if (before.key === key) return
    // Another search on the same page is no other page.
    if (before.pathname === pathname && before.search !== search) return
    document.getElementById('content')?.focus({ preventScroll: true })
    // Going back, the browser knows better where the person was.
    if (kind !== 'POP') scrollTo({ top: 0, behavior: matchMedia(calm).matches ? 'instant' : 'smooth' })
  }, [key, pathname, search, kind])
}
