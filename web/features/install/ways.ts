import type { System, WayName } from '#contract/install-browser.ts'
import type { MessageKey } from '#common/messages/message.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'

/** What is pressed: its name in the browser, where it is, and how it looks: a drawing, or words. */
export type Step = { press: MessageKey; where: MessageKey; glyph: IconName | { word: MessageKey } }

/** Three presses and the card is there; `browser` is a name of its own and said in every language alike. */
export type Way = { browser: string; system: System; steps: readonly Step[] }

const add = { word: 'install.word.add' } as const
const install = { word: 'install.word.install' } as const
const toHome: Step = { press: 'install.addToHome', where: 'install.scrollList', glyph: 'square-plus' }
const tapAdd: Step = { press: 'install.tapAdd', where: 'install.addDone', glyph: add }
const tapInstall: Step = { press: 'install.tapInstall', where: 'install.done', glyph: install }
const share = (where: MessageKey): Step => ({ press: 'install.tapShare', where, glyph: 'share' })
const menuThenShare = (where: MessageKey): Step => ({ press: 'install.menuShare', where, glyph: 'ellipsis' })
const menu = (where: MessageKey, glyph: IconName = 'ellipsis-vertical'): Step => ({ press: 'install.tapMenu', where, glyph })

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
} satisfies Record<WayName, Way>

/** Every way, in the order a person looks for their own. */
export const inOrder: readonly { title: MessageKey; names: readonly WayName[] }[] = [
  { title: 'install.onApple', names: ['safariIphone', 'chromeIos', 'edgeIos', 'firefoxIos'] },
  { title: 'install.onAndroid', names: ['chromeAndroid', 'samsung', 'edgeAndroid'] },
  { title: 'install.onComputer', names: ['chromeDesktop', 'edgeDesktop', 'safariMac'] },
]
