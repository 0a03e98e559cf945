import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const calm = '(prefers-reduced-motion: reduce)'

/** What a person expects after walking to another page: what was open is shut, and reading starts at the top. */
export function useArrival() {
  const { key, pathname, search } = useLocation()
  const kind = useNavigationType()
  const shown = useRef({ key, pathname, search })
  // The address of a sheet opens it, as the address of a heading scrolls to it.
  useEffect(() => {
    const named = document.getElementById(location.hash.slice(1))
    if (named?.popover && !named.matches(':popover-open')) named.showPopover()
  }, [])
  useEffect(() => {
    const before = shown.current
    if (before.key === key) return
    shown.current = { key, pathname, search }
    for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
    // Another search on the same page is no other page.
    if (before.pathname === pathname && before.search !== search) return
    document.getElementById('content')?.focus({ preventScroll: true })
    // Going back, the browser knows better where the person was.
    if (kind !== 'POP') scrollTo({ top: 0, behavior: matchMedia(calm).matches ? 'instant' : 'smooth' })
  }, [key, pathname, search, kind])
}
