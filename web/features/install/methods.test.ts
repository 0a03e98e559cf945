import { describe, expect, test } from 'vitest'
import { detectBrowser, type InstallMethod } from '#common/browser/install-browser.ts'
import { methodsBySystem, methods } from './methods.ts'

const ios = (version: string, tail: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${tail}`
const android = (tail: string) => `Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) ${tail}`
const mac = (tail: string) => `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ${tail}`
const windows = (tail: string) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${tail}`
const safari = 'Version/17.4 Mobile/15E148 Safari/604.1'
const chrome = 'Chrome/141.0.0.0 Mobile Safari/537.36'

describe('INST-1 detects the install method of a browser', () => {
  test.each<[string, string, InstallMethod | null, number?]>([
    ['Safari on an iPhone', ios('17_4', safari), 'safariIphone'],
    ['an iPad that calls itself a Mac', mac('Version/17.4 Safari/605.1.15'), 'safariIpad', 5],
    ['Chrome on an iPhone', ios('17_4', 'CriOS/141.0 Mobile/15E148 Safari/604.1'), 'chromeIos'],
    ['Chrome on an iPad that calls itself a Mac', mac('CriOS/141 Version/11.1.1 Safari/605.1.15'), 'chromeIos', 5],
    ['Edge on an iPhone', ios('17_4', 'Version/17.0 EdgiOS/141.0 Mobile/15E148 Safari/604.1'), 'edgeIos'],
    ['Firefox on an iPhone', ios('16_4', 'FxiOS/141.0 Mobile/15E148 Safari/605.1.15'), 'firefoxIos'],
    ['another browser on an iPhone', ios('17_4', 'Version/17.4 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15'), 'otherIos'],
    ['Chrome on Android', android(chrome), 'chromeAndroid'],
    ['Samsung’s browser', android('SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36'), 'samsung'],
    ['Edge on Android', android(`${chrome} EdgA/141.0.0.0`), 'edgeAndroid'],
    ['Chrome on a computer', windows('Chrome/141.0.0.0 Safari/537.36'), 'chromeDesktop'],
    ['Edge on a computer', windows('Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'), 'edgeDesktop'],
    ['Safari on a Mac', mac('Version/17.4 Safari/605.1.15'), 'safariMac'],
    ['an old Safari on a Mac, which installs nothing', mac('Version/16.6 Safari/605.1.15'), null],
    ['Firefox on a computer, which installs nothing', 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', null],
    ['Opera on a computer, which installs nothing', windows('Chrome/141.0.0.0 Safari/537.36 OPR/120.0'), null],
  ])('%s', (_who, userAgent, method, touchPoints = 0) => {
    expect(detectBrowser(userAgent, touchPoints)).toMatchObject({ method, requiredBrowser: null })
  })

  test.each([
    ['Chrome before iOS 16.4', ios('16_3', 'CriOS/110.0 Mobile/15E148 Safari/604.1'), 'Safari', 'safariIphone'],
    ['Firefox on iOS 15', ios('15_8', 'FxiOS/110.0 Mobile/15E148 Safari/605.1.15'), 'Safari', 'safariIphone'],
    ['a page inside an app of Apple’s phone', ios('17_4', 'Mobile/15E148'), 'Safari', 'safariIphone'],
    ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 'Chrome', 'chromeAndroid'],
    ['Opera on Android', android(`${chrome} OPR/76.0`), 'Chrome', 'chromeAndroid'],
    [
      'Internet Explorer on a phone',
      'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; Trident/7.0; IEMobile/11.0) like Gecko',
      'Chrome',
      'chromeAndroid',
    ],
    [
      'a page inside an app on Android',
      android('Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36').replace('Pixel 8', 'Pixel 8; wv'),
      'Chrome',
      'chromeAndroid',
    ],
  ])('%s needs another browser', (_who, userAgent, requiredBrowser, method) => {
    expect(detectBrowser(userAgent)).toMatchObject({ requiredBrowser, method })
  })

  test('in Instagram and similar apps it needs the phone’s own browser', () => {
    expect(detectBrowser(ios('17_4', 'Mobile/15E148 Instagram 300'))).toMatchObject({ requiredBrowser: 'Safari', isInApp: true })
    expect(detectBrowser(android(`${chrome} Instagram 300`))).toMatchObject({ requiredBrowser: 'Chrome', isInApp: true })
  })

  test('lists every method for unknown browsers, except two duplicates', () => {
    const listed = methodsBySystem.flatMap(({ names }) => names)
    expect(Object.keys(methods).filter((name) => !(listed as string[]).includes(name))).toEqual(['safariIpad', 'otherIos'])
  })
})
