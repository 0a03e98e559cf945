import { inPageLanguage, showEarlyNotice } from './early-notice.ts'

let hide = () => {}

/** The app's own notice takes over. */
export const hideEarlyConnectionNotice = () => hide()

/** Reports a lost connection on a card until the app's own notice is loaded: offline it cannot be fetched. */
export function watchConnection() {
  const look = () => {
    hide()
    const isCard = document.querySelector('.card') && !document.querySelector('.connection')
    if (isCard && !navigator.onLine && !location.search.includes('preview=on')) hide = show()
  }
  for (const kind of ['online', 'offline']) addEventListener(kind, look)
  look()
}

function show(): () => void {
  const product = document.querySelector<HTMLMetaElement>('[property="og:site_name"]')?.content ?? ''
  const strong = document.createElement('b')
  strong.textContent = inPageLanguage(__IN_EACH_LANGUAGE__('reach.noInternet'))
  // Without a `type` attribute: clicks on typed buttons are queued for the app.
  const button = document.createElement('button')
  // The page's translation of "Close".
  button.ariaLabel = document.querySelector('.panel-close')?.ariaLabel ?? ''
  button.textContent = '×'
  button.style.cssText = 'float:inline-end;width:44px;height:44px;margin:-10px;font-size:1.5rem;color:inherit'
  const limited = inPageLanguage(__IN_EACH_LANGUAGE__('reach.limited')).replace('{product}', product)
  const remove = showEarlyNotice('status', button, strong, document.createElement('br'), limited)
  button.onclick = remove
  return remove
}
