const shownMs = 8000
/** In words, here: when they are needed nothing can be fetched. */
const words: Readonly<Record<string, string>> = {
  en: 'The connection is slow or gone. Press again in a moment.',
  fr: 'Connexion lente ou coupée. Réessayez dans un instant.',
  ro: 'Conexiune lentă sau întreruptă. Apasă din nou peste puțin timp.',
}

/** Says over everything that a press was not answered. */
export function sayLate(): () => void {
  const note = document.createElement('p')
  note.popover = 'manual'
  note.setAttribute('role', 'alert')
  note.style.cssText = 'margin:auto auto 6rem;padding:1rem;border:0;background:#222;color:#fff'
  document.body.append(note)
  note.showPopover()
  note.textContent = words[document.documentElement.lang.slice(0, 2)] ?? words['en'] ?? ''
  const unsay = () => note.remove()
  setTimeout(unsay, shownMs)
  return unsay
}
