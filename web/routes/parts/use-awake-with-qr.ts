import { useEffect } from 'react'
import { keepAwake } from '../../platform/wake-lock.ts'

/** Where a code is shown large, to be held out to somebody. */
const shownCodes = '#qr:popover-open, #share:popover-open .share-qr'

/** A screen does not go dark while somebody is about to scan it. */
export function useAwakeWithQr() {
  useEffect(() => {
    let letGo: (() => void) | null = null
    const look = () => {
      const isShown = document.querySelector(shownCodes) !== null
      if (isShown) letGo ??= keepAwake()
      else {
        letGo?.()
        letGo = null
      }
    }
    // A sheet's own event does not rise; on its way down it passes here.
    document.addEventListener('toggle', look, true)
    look()
    return () => {
      document.removeEventListener('toggle', look, true)
      letGo?.()
    }
  }, [])
}
