import type { System, InstallMethod } from '#common/browser/install-browser.ts'
import type { MessageKey } from '#common/messages/message.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'

/** One step: its label in the browser, where to find it, and its icon or word. */
export type Step = { action: MessageKey; where: MessageKey; glyph: IconName | { word: MessageKey } }

/** The steps of one browser. `browser` is a brand name and isn't translated. */
type MethodSteps = { browser: string; system: System; steps: readonly Step[] }

const add = { word: 'install.word.add' } as const
const install = { word: 'install.word.install' } as const
const toHome: Step = { action: 'install.addToHome', where: 'install.scrollList', glyph: 'square-plus' }
const tapAdd: Step = { action: 'install.tapAdd', where: 'install.addDone', glyph: add }
const tapInstall: Step = { action: 'install.tapInstall', where: 'install.done', glyph: install }
const share = (where: MessageKey): Step => ({ action: 'install.tapShare', where, glyph: 'share' })
const menuThenShare = (where: MessageKey): Step => ({ action: 'install.menuShare', where, glyph: 'ellipsis' })
const menu = (where: MessageKey, glyph: IconName = 'ellipsis-vertical'): Step => ({ action: 'install.tapMenu', where, glyph })

export const methods = {
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
      { action: 'install.addToHomeAndroid', where: 'install.orInstallApp', glyph: 'square-plus' },
      tapInstall,
    ],
  },
  samsung: {
    browser: 'Samsung Internet',
    system: 'android',
    steps: [
      menu('install.bottomRight', 'menu'),
      { action: 'install.addPageTo', where: 'install.orDownload', glyph: 'plus' },
      { action: 'install.homeScreen', where: 'install.thenAdd', glyph: add },
    ],
  },
  edgeAndroid: {
    browser: 'Edge',
    system: 'android',
    steps: [
      menu('install.bottomMenu', 'menu'),
      { action: 'install.addToPhone', where: 'install.scrollList', glyph: 'smartphone' },
      tapInstall,
    ],
  },
  chromeDesktop: {
    browser: 'Chrome',
    system: 'desktop',
    steps: [{ action: 'install.clickIcon', where: 'install.endOfBar', glyph: 'monitor-down' }, tapInstall],
  },
  edgeDesktop: {
    browser: 'Edge',
    system: 'desktop',
    steps: [{ action: 'install.clickIcon', where: 'install.endOfBar', glyph: 'square-plus' }, tapInstall],
  },
  safariMac: {
    browser: 'Safari',
    system: 'desktop',
    steps: [
      { action: 'install.openFile', where: 'install.inMenuBar', glyph: { word: 'install.word.file' } },
      { action: 'install.addToDock', where: 'install.inThatMenu', glyph: 'dock' },
      tapAdd,
    ],
  },
} satisfies Record<InstallMethod, MethodSteps>

/** All browsers, grouped by system. */
export const methodsBySystem: readonly { title: MessageKey; names: readonly InstallMethod[] }[] = [
  { title: 'install.onApple', names: ['safariIphone', 'chromeIos', 'edgeIos', 'firefoxIos'] },
  { title: 'install.onAndroid', names: ['chromeAndroid', 'samsung', 'edgeAndroid'] },
  { title: 'install.onComputer', names: ['chromeDesktop', 'edgeDesktop', 'safariMac'] },
]
