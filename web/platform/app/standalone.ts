/** True for an address opened as an app: the manifest's, or a simulated one. */
export function isAppAddress(search: string): boolean {
  const query = new URLSearchParams(search)
  return query.get('source') === 'pwa' || isSimulated(search)
}

/** Simulates the app in a browser tab. */
export const isSimulated = (search: string) => new URLSearchParams(search).get('simulateStandalone') === 'on'

/** Media query for a window without browser chrome. */
export const appWindow = ['standalone', 'fullscreen', 'minimal-ui', 'window-controls-overlay']
  .map((mode) => `(display-mode: ${mode})`)
  .join(', ')

/** True if this window is an installed app. */
export const isStandalone = () => matchMedia(appWindow).matches || Reflect.get(navigator, 'standalone') === true
