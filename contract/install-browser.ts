import { isInAppBrowser } from './in-app-browser.ts'

export type System = 'iphone' | 'ipad' | 'android' | 'desktop'

export type WayName =
  | 'safariIphone'
  | 'safariIpad'
  | 'chromeIos'
  | 'edgeIos'
  | 'firefoxIos'
  | 'otherIos'
  | 'chromeAndroid'
  | 'samsung'
  | 'edgeAndroid'
  | 'chromeDesktop'
  | 'edgeDesktop'
  | 'safariMac'

export type Here = {
  system: System
  /** Null where this browser installs nothing; with `needs`, how it goes in the browser that does. */
  way: WayName | null
  needs: 'Safari' | 'Chrome' | null
  isInApp: boolean
}

/** Longer than any browser's name of itself. */
const lettersRead = 1024

/** The device and browser of a user agent. A server has no touch points: it takes an iPad with a Mac's user agent for a Mac. */
export function hereOf(named: string, touchPoints = 0): Here {
  const userAgent = named.slice(0, lettersRead)
  const says = (pattern: RegExp) => pattern.test(userAgent)
  const isInApp = isInAppBrowser(userAgent)
  if (says(/android/i)) return onAndroid(says, isInApp || says(/; wv\)/))
  // An iPad sends a Mac's user agent, but has touch points.
  const isIpad = says(/ipad/i) || (says(/macintosh/i) && touchPoints > 1)
  if (isIpad || says(/iphone|ipod/i)) return onApple(says, userAgent, { system: isIpad ? 'ipad' : 'iphone', isInApp })
  return { system: 'desktop', way: onDesktop(says, userAgent), needs: null, isInApp }
}

type Says = (pattern: RegExp) => boolean

function onApple(says: Says, userAgent: string, { system, isInApp }: { system: 'iphone' | 'ipad'; isInApp: boolean }): Here {
  const inSafari: WayName = system === 'ipad' ? 'safariIpad' : 'safariIphone'
  // A page inside another app does not even call itself Safari.
  if (isInApp || !says(/safari/i)) return { system, way: inSafari, needs: 'Safari', isInApp: true }
  const other = otherOnApple(says)
  if (!other) return { system, way: inSafari, needs: null, isInApp }
  return isBefore164(userAgent) ? { system, way: inSafari, needs: 'Safari', isInApp } : { system, way: other, needs: null, isInApp }
}

function otherOnApple(says: Says): WayName | null {
  if (says(/crios/i)) return 'chromeIos'
  if (says(/edgios/i)) return 'edgeIos'
  if (says(/fxios/i)) return 'firefoxIos'
  return says(/opios|opt\/|duckduckgo|ddg\/|yabrowser|brave|gsa\//i) ? 'otherIos' : null
}

/** Before that only Safari could. An iPad with a Mac's user agent sends no iOS version: it is treated as recent. */
function isBefore164(userAgent: string): boolean {
  const [, major, minor = '0'] = /(?:iphone|cpu) os (\d+)_(\d+)/i.exec(userAgent) ?? []
  return major !== undefined && (Number(major) < 16 || (Number(major) === 16 && Number(minor) < 4))
}

function onAndroid(says: Says, isInApp: boolean): Here {
  const at = { system: 'android' as const, isInApp }
  const needsChrome = { ...at, way: 'chromeAndroid' as const, needs: 'Chrome' as const }
  if (isInApp || says(/firefox|opr\/|opera|trident|msie|iemobile/i)) return needsChrome
  if (says(/samsungbrowser/i)) return { ...at, way: 'samsung', needs: null }
  if (says(/edga\//i)) return { ...at, way: 'edgeAndroid', needs: null }
  return says(/chrome\//i) ? { ...at, way: 'chromeAndroid', needs: null } : needsChrome
}

function onDesktop(says: Says, userAgent: string): WayName | null {
  if (says(/opr\/|firefox|trident|msie/i)) return null
  if (says(/edg\//i)) return 'edgeDesktop'
  if (says(/chrome\//i)) return 'chromeDesktop'
  const version = Number(/version\/(\d+)[\d.]* safari/i.exec(userAgent)?.[1] ?? 0)
  return says(/macintosh/i) && version >= 17 ? 'safariMac' : null
}

/** The browser of a request on the server; null for programs and unknown browsers. */
export const servedHereOf = (userAgent: string | null | undefined): Here | null =>
  userAgent?.startsWith('Mozilla/') ? hereOf(userAgent) : null

/** The cache key of an install page: browsers with the same instructions share one cached answer. */
export function installKindOf(userAgent: string | null | undefined): string {
  const here = servedHereOf(userAgent)
  return here ? [here.system, here.way, here.needs, here.isInApp].join('-') : 'unknown'
}
