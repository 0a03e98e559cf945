/** Keeps the screen lit until told otherwise, where a device lets pages ask for it. A hidden page loses it and asks again. */
export function keepAwake(): () => void {
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
