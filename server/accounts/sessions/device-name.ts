const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** What a person would call the device they sit at, as far as its browser says. */
export function deviceName(userAgent: string | null): string {
  const said = userAgent ?? ''
  const [browser, system] = [nameIn(browsers, said), nameIn(systems, said)]
  if (browser && system) return `${browser}, ${system}`
  return browser || system || ''
}

const nameIn = (names: readonly [RegExp, string][], said: string) => names.find(([sign]) => sign.test(said))?.[1] ?? ''
