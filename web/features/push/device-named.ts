/** The order matters: most browsers also say that they are another. */
const browsers = [
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac/, 'Mac'],
  [/Linux/, 'Linux'],
] as const

/** What a person calls this browser and what it runs on; null where one cannot tell. */
export function deviceNamed(userAgent: string): { browser: string; system: string } | null {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1]
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1]
  return browser && system ? { browser, system } : null
}
