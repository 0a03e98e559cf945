import { useEffect } from 'react'

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

/** Keeps the screen lit until told otherwise, where a device lets pages ask for it. A hidden page loses it and asks again. */
function keepAwake(): () => void {
  let isWanted = true
  let held: WakeLockSentinel | null = null

  async function ask() {
    if (!isWanted || (held && !held.released) || document.visibilityState !== 'visible') return
    try {
      const granted = await navigator.wakeLock.request('screen')
      if (isWanted) held = granted
      else await granted.release()
    } catch {
      // There is none, the battery is low, or somebody said no: the code can be read all the same.
    }
  }

  const seen = () => void ask()
  document.addEventListener('visibilitychange', seen)
  void ask()
  return () => {
    isWanted = false
    document.removeEventListener('visibilitychange', seen)
    held?.release().catch(() => {})
  }
}
