import type { LaterKey } from '../../i18n/later/en.ts'
import type { AnyIcon } from '../../ui/icons/icon-names.ts'

export type System = 'iphone' | 'ipad' | 'android' | 'desktop'

/** What is pressed: its name in the browser, where it is, and how it looks: a drawing, or words. */
export type Step = { press: LaterKey; where: LaterKey; glyph: AnyIcon | { word: LaterKey } }

/** Three presses and the card is there; `browser` is a name of its own and said in every language alike. */
export type Way = { browser: string; system: System; steps: readonly Step[] }

const add = { word: 'install.word.add' } as const
const install = { word: 'install.word.install' } as const
const toHome: Step = { press: 'install.addToHome', where: 'install.scrollList', glyph: 'square-plus' }
const tapAdd: Step = { press: 'install.tapAdd', where: 'install.addDone', glyph: add }
const tapInstall: Step = { press: 'install.tapInstall', where: 'install.done', glyph: install }
const share = (where: LaterKey): Step => ({ press: 'install.tapShare', where, glyph: 'share' })
const menuThenShare = (where: LaterKey): Step => ({ press: 'install.menuShare', where, glyph: 'ellipsis' })
const menu = (where: LaterKey, glyph: AnyIcon = 'ellipsis-vertical'): Step => ({ press: 'install.tapMenu', where, glyph })

export const ways = {
  safariIphone: { browser: 'Safari', system: 'iphone', steps: [share('install.bottomOfSafari'), toHome, tapAdd] },
  safariIpad: { browser: 'Safari', system: 'ipad', steps: [share('install.topOfSafari'), toHome, tapAdd] },
  chromeIos: { browser: 'Chrome', system: 'iphone', steps: [share('install.inAddressBar'), toHome, tapAdd] },
  edgeIos: { browser: 'Edge', system: 'iphone', steps: [menuThenShare('install.bottomMenu'), toHome, tapAdd] },
  firefoxIos: { browser: 'Firefox', system: 'iphone', steps: [menuThenShare('install.bottomMenu'), toHome, tapAdd] },
  otherIos: { browser: '', system: 'iphone', steps: [share('install.inItsMenu'), toHome, tapAdd] },
  chromeAndroid: {
    browser: 'Chrome',
    system: 'android',
    steps: [
      menu('install.topRight'),
      { press: 'install.addToHomeAndroid', where: 'install.orInstallApp', glyph: 'square-plus' },
      tapInstall,
    ],
  },
  samsung: {
    browser: 'Samsung Internet',
    system: 'android',
    steps: [
      menu('install.bottomRight', 'menu'),
      { press: 'install.addPageTo', where: 'install.orDownload', glyph: 'plus' },
      { press: 'install.homeScreen', where: 'install.thenAdd', glyph: add },
    ],
  },
  edgeAndroid: {
    browser: 'Edge',
    system: 'android',
    steps: [
      menu('install.bottomMenu', 'menu'),
      { press: 'install.addToPhone', where: 'install.scrollList', glyph: 'smartphone' },
      tapInstall,
    ],
  },
  chromeDesktop: {
    browser: 'Chrome',
    system: 'desktop',
    steps: [{ press: 'install.clickIcon', where: 'install.endOfBar', glyph: 'monitor-down' }, tapInstall],
  },
  edgeDesktop: {
    browser: 'Edge',
    system: 'desktop',
    steps: [{ press: 'install.clickIcon', where: 'install.endOfBar', glyph: 'square-plus' }, tapInstall],
  },
  safariMac: {
    browser: 'Safari',
    system: 'desktop',
    steps: [
      { press: 'install.openFile', where: 'install.inMenuBar', glyph: { word: 'install.word.file' } },
      { press: 'install.addToDock', where: 'install.inThatMenu', glyph: 'dock' },
      tapAdd,
    ],
  },
} satisfies Record<string, Way>

export type WayName = keyof typeof ways

/** Every way, in the order a person looks for their own. */
export const inOrder: readonly { title: LaterKey; names: readonly WayName[] }[] = [
  { title: 'install.onApple', names: ['safariIphone', 'chromeIos', 'edgeIos', 'firefoxIos'] },
  { title: 'install.onAndroid', names: ['chromeAndroid', 'samsung', 'edgeAndroid'] },
  { title: 'install.onComputer', names: ['chromeDesktop', 'edgeDesktop', 'safariMac'] },
]

export type Here = {
  system: System
  /** Null where this browser installs nothing; with `needs`, how it goes in the browser that does. */
  way: WayName | null
  needs: 'Safari' | 'Chrome' | null
  isInApp: boolean
}

type Device = { userAgent: string; touchPoints: number; isInApp: boolean }

/** Which of them is the one in somebody's hand. */
export function hereOf({ userAgent, touchPoints, isInApp }: Device): Here {
  const says = (pattern: RegExp) => pattern.test(userAgent)
  if (says(/android/i)) return onAndroid(says, isInApp || says(/; wv\)/))
  // A tablet of Apple's says that it is a Mac, and has no mouse.
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

/** Until then only Safari could. A tablet that calls itself a Mac tells no version: it is taken for a recent one. */
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
