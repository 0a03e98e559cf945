import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

/** Another page of a list, whose links are at its end, begins at the top. On back and forward the browser restores the scroll position. */
export function useTopOfPage(page: string | number) {
  const kind = useNavigationType()
  const before = useRef(page)
  useEffect(() => {
    const isAnother = before.current !== page
    before.current = page
    // A filter above the list stays where it is.
    if (!isAnother || kind === 'POP' || document.activeElement?.matches('input, select')) return
    document.getElementById('content')?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [page, kind])
}
