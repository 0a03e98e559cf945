import { useSyncExternalStore } from 'react'

export type Device = 'apple-phone' | 'android' | 'desktop'

/** The kind of device, which the viewport's width doesn't reveal; null until a script runs. */
export const useDevice = (): Device | null => useSyncExternalStore(never, detect, () => null)

const never = () => () => {}

function detect(): Device {
  const { userAgent, maxTouchPoints } = navigator
  if (/android/i.test(userAgent)) return 'android'
  // iPadOS claims to be macOS, but has no mouse.
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)) return 'apple-phone'
  return 'desktop'
}
