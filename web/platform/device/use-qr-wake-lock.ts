import { useEffect } from 'react'

/** Elements that show a large QR code. A dialog has its code only while it is open. */
const visibleCodes = '#qr:popover-open, #share:popover-open .share-qr, dialog .share-qr'

/** Keeps the screen on while a QR code is shown. */
export function useQrWakeLock() {
  useEffect(() => {
    let letGo: (() => void) | null = null
    const update = () => {
      const isVisible = document.querySelector(visibleCodes) !== null
      if (isVisible) letGo ??= keepScreenOn()
      else {
        letGo?.()
        letGo = null
      }
    }
    // `toggle` events don't bubble, but they can be captured.
    document.addEventListener('toggle', update, true)
    update()
    return () => {
      document.removeEventListener('toggle', update, true)
      letGo?.()
    }
  }, [])
}

/** Holds a screen wake lock until released, where supported. A hidden page loses the lock and acquires it again. */
function keepScreenOn(): () => void {
  let isWanted = true
  let lock: WakeLockSentinel | null = null

  async function acquire() {
    if (!isWanted || (lock && !lock.released) || document.visibilityState !== 'visible') return
    try {
      const acquired = await navigator.wakeLock.request('screen')
      if (isWanted) lock = acquired
      else await acquired.release()
    } catch {
      // Not supported, low battery, or denied: the code is still readable.
    }
  }

  const onVisible = () => void acquire()
  document.addEventListener('visibilitychange', onVisible)
  void acquire()
  return () => {
    isWanted = false
    document.removeEventListener('visibilitychange', onVisible)
    lock?.release().catch(() => {})
  }
}
