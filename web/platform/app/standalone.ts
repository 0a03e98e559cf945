/** An address that is opened as an app: the manifest's own, or one that pretends to be. */
export function isAppAddress(search: string): boolean {
  const query = new URLSearchParams(search)
  return query.get('source') === 'pwa' || isSimulated(search)
}

/** For looking at the app in a browser's tab. */
export const isSimulated = (search: string) => new URLSearchParams(search).get('simulateStandalone') === 'on'

/** The looks of a window that has no browser around it. */
export const appWindow = ['standalone', 'fullscreen', 'minimal-ui', 'window-controls-overlay']
  .map((mode) => `(display-mode: ${mode})`)
  .join(', ')

/** Whether this window is an app of its own. */
export const isStandalone = () => matchMedia(appWindow).matches || Reflect.get(navigator, 'standalone') === true
