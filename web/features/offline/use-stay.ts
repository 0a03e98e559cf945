import { useEffect, useEffectEvent } from 'react'
import { checkNow, isAway } from '../../platform/reach.ts'
import { leavesFor, opensOffline } from './may-leave.ts'

/** Without a connection nobody is led to where nothing opens: they stay, are told so, and go on if it turns out that it does. */
export function useStay(tell: () => void) {
  const refuse = useEffectEvent(async (link: HTMLAnchorElement) => {
    if ((await checkNow()) === 'reached') link.click()
    else tell()
  })
  useEffect(() => {
    const hear = (event: MouseEvent) => {
      const link = isAway() ? leavesFor(event) : null
      if (!link || opensOffline(link.pathname, Boolean(navigator.serviceWorker?.controller))) return
      event.preventDefault()
      event.stopPropagation()
      void refuse(link)
    }
    document.addEventListener('click', hear, { capture: true })
    return () => document.removeEventListener('click', hear, { capture: true })
  }, [])
}
