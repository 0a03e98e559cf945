import { inPageLanguage, showEarlyNotice } from './early-notice.ts'

const shownMs = 8000
const words = {
  en: 'The connection is slow or gone. Press again in a moment.',
  fr: 'Connexion lente ou coupée. Réessayez dans un instant.',
  ro: 'Conexiune lentă sau întreruptă. Apasă din nou peste puțin timp.',
}

/** Says over everything that a press was not answered. */
export function sayLate(): () => void {
  const unsay = showEarlyNotice('alert', inPageLanguage(words))
  setTimeout(unsay, shownMs)
  return unsay
}
