import { useSyncExternalStore } from 'react'

export type Device = 'apple-phone' | 'android' | 'desktop'

/** What is held in the hand, for what cannot be told from the width of a page; null until a script runs. */
export const useDevice = (): Device | null => useSyncExternalStore(never, detect, () => null)

const never = () => () => {}

function detect(): Device {
  const { userAgent, maxTouchPoints } = navigator
  if (/android/i.test(userAgent)) return 'android'
  // A tablet of Apple's says that it is a Mac, and has no mouse.
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)) return 'apple-phone'
  return 'desktop'
}
