import { isInAppBrowser } from './in-app-browser.ts'

export type System = 'iphone' | 'ipad' | 'android' | 'desktop'

export type InstallMethod =
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

export type InstallBrowser = {
  system: System
  /** Null if this browser can't install apps; with `requiredBrowser`, the steps in that browser. */
  method: InstallMethod | null
  requiredBrowser: 'Safari' | 'Chrome' | null
  isInApp: boolean
}

/** Longer than any browser's user agent. */
const userAgentMax = 1024

/** The device and browser of a user agent. Without touch points (on the server), an iPad with a Mac's user agent counts as a Mac. */
export function detectBrowser(header: string, touchPoints = 0): InstallBrowser {
  const userAgent = header.slice(0, userAgentMax)
  const matches = (pattern: RegExp) => pattern.test(userAgent)
  const isInApp = isInAppBrowser(userAgent)
  if (matches(/android/i)) return onAndroid(matches, isInApp || matches(/; wv\)/))
  // An iPad sends a Mac's user agent, but has touch points.
  const isIpad = matches(/ipad/i) || (matches(/macintosh/i) && touchPoints > 1)
  if (isIpad || matches(/iphone|ipod/i)) return onApple(matches, userAgent, { system: isIpad ? 'ipad' : 'iphone', isInApp })
  return { system: 'desktop', method: onDesktop(matches, userAgent), requiredBrowser: null, isInApp }
}

type Matches = (pattern: RegExp) => boolean

function onApple(
  matches: Matches,
  userAgent: string,
  { system, isInApp }: { system: 'iphone' | 'ipad'; isInApp: boolean },
): InstallBrowser {
  const inSafari: InstallMethod = system === 'ipad' ? 'safariIpad' : 'safariIphone'
  // Web views inside other apps leave Safari out of their user agent.
  if (isInApp || !matches(/safari/i)) return { system, method: inSafari, requiredBrowser: 'Safari', isInApp: true }
  const other = otherOnApple(matches)
  if (!other) return { system, method: inSafari, requiredBrowser: null, isInApp }
  return isBefore164(userAgent)
    ? { system, method: inSafari, requiredBrowser: 'Safari', isInApp }
    : { system, method: other, requiredBrowser: null, isInApp }
}

function otherOnApple(matches: Matches): InstallMethod | null {
  if (matches(/crios/i)) return 'chromeIos'
  if (matches(/edgios/i)) return 'edgeIos'
  if (matches(/fxios/i)) return 'firefoxIos'
  return matches(/opios|opt\/|duckduckgo|ddg\/|yabrowser|brave|gsa\//i) ? 'otherIos' : null
}

/** Before iOS 16.4 only Safari could install apps. An iPad with a Mac's user agent sends no iOS version and counts as recent. */
function isBefore164(userAgent: string): boolean {
  const [, major, minor = '0'] = /(?:iphone|cpu) os (\d+)_(\d+)/i.exec(userAgent) ?? []
  return major !== undefined && (Number(major) < 16 || (Number(major) === 16 && Number(minor) < 4))
}

function onAndroid(matches: Matches, isInApp: boolean): InstallBrowser {
  const at = { system: 'android' as const, isInApp }
  const inChrome = { ...at, method: 'chromeAndroid' as const, requiredBrowser: 'Chrome' as const }
  if (isInApp || matches(/firefox|opr\/|opera|trident|msie|iemobile/i)) return inChrome
  if (matches(/samsungbrowser/i)) return { ...at, method: 'samsung', requiredBrowser: null }
  if (matches(/edga\//i)) return { ...at, method: 'edgeAndroid', requiredBrowser: null }
  return matches(/chrome\//i) ? { ...at, method: 'chromeAndroid', requiredBrowser: null } : inChrome
}

function onDesktop(matches: Matches, userAgent: string): InstallMethod | null {
  if (matches(/opr\/|firefox|trident|msie/i)) return null
  if (matches(/edg\//i)) return 'edgeDesktop'
  if (matches(/chrome\//i)) return 'chromeDesktop'
  const version = Number(/version\/(\d+)[\d.]* safari/i.exec(userAgent)?.[1] ?? 0)
  return matches(/macintosh/i) && version >= 17 ? 'safariMac' : null
}

/** The browser that sent a request; null for programs and unknown browsers. */
export const requestBrowser = (userAgent: string | null | undefined): InstallBrowser | null =>
  userAgent?.startsWith('Mozilla/') ? detectBrowser(userAgent) : null

/** The cache key of an install page: browsers with the same instructions share one cached answer. */
export function installKindOf(userAgent: string | null | undefined): string {
  const here = requestBrowser(userAgent)
  return here ? [here.system, here.method, here.requiredBrowser, here.isInApp].join('-') : 'unknown'
}
