import { inPageLanguage, showEarlyNotice } from './early-notice.ts'

/** The catalogues' own, in the first script: exported for the test that compares them. */
export const words = {
  en: ['No Internet Connection', 'You can still use your {product} with limited functionality.'],
  fr: ['Pas de connexion Internet', 'Vous pouvez continuer à utiliser {product} avec des fonctions limitées.'],
  ro: ['Fără conexiune la internet', 'Poți folosi {product} în continuare, cu funcții limitate.'],
} as const

let hide = () => {}

/** The app's own notice is there, and takes over. */
export const hideEarlyConnectionNotice = () => hide()

/** Reports a lost connection on a card until the app's own notice is there: once the connection is gone, it cannot be fetched. */
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
  const [title, limited] = inPageLanguage<readonly string[]>(words)
  const product = document.querySelector<HTMLMetaElement>('[property="og:site_name"]')?.content ?? ''
  const strong = document.createElement('b')
  strong.textContent = title ?? ''
  // Without a type of its own: a press on a typed one would be held for the app, which has no answer to it.
  const button = document.createElement('button')
  // The page's own word for it.
  button.ariaLabel = document.querySelector('.panel-close')?.ariaLabel ?? ''
  button.textContent = '×'
  button.style.cssText = 'float:inline-end;width:44px;height:44px;margin:-12px;font-size:1.5rem'
  const remove = showEarlyNotice('status', button, strong, document.createElement('br'), (limited ?? '').replace('{product}', product))
  button.onclick = remove
  return remove
}
