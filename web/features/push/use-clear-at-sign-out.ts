import { useEffect } from 'react'
import { clearNewCard } from '../../platform/device/new-card-storage.ts'
import { forgetNotifications } from '../../platform/push/push-device.ts'
import { clearDrafts } from '../../platform/device/session-drafts.ts'
import { clearOwners } from '../../platform/login/session-state.ts'

const clearTimeoutMs = 1000

/** Clears notifications, drafts and unfinished cards when a sign-out link is clicked; waits for it only briefly. */
export function useClearAtSignOut(logoutHref: string) {
  useEffect(() => {
    if (!logoutHref) return
    const { pathname } = new URL(logoutHref, location.href)
    const leave = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.origin !== location.origin || link.pathname !== pathname) return
      clearOwners()
      clearDrafts()
      clearNewCard()
      const cleared = forgetNotifications()
      // In a new window, this page stays and finishes.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      const timeout = new Promise((resolve) => setTimeout(resolve, clearTimeoutMs))
      void Promise.race([cleared, timeout]).finally(() => location.assign(link.href))
    }
    document.addEventListener('click', leave, true)
    return () => document.removeEventListener('click', leave, true)
  }, [logoutHref])
}
