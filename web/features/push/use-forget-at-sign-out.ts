import { useEffect } from 'react'
import { forgetNewCard } from '../../platform/device/new-card-memory.ts'
import { forgetNotifications } from '../../platform/push/push-device.ts'
import { clearDrafts } from '../../platform/device/session-drafts.ts'
import { forgetOwners } from '../../platform/login/session-state.ts'

const forgetMs = 1000

/** Whoever signs out by a link of this page leaves no notices, and no half-made card, on the device. Leaving does not wait for long. */
export function useForgetAtSignOut(logoutHref: string) {
  useEffect(() => {
    if (!logoutHref) return
    const { pathname } = new URL(logoutHref, location.href)
    const leave = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.origin !== location.origin || link.pathname !== pathname) return
      forgetOwners()
      clearDrafts()
      forgetNewCard()
      const forgotten = forgetNotifications()
      // In a window of its own the page stays to see to it.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      const late = new Promise((resolve) => setTimeout(resolve, forgetMs))
      void Promise.race([forgotten, late]).finally(() => location.assign(link.href))
    }
    document.addEventListener('click', leave, true)
    return () => document.removeEventListener('click', leave, true)
  }, [logoutHref])
}
