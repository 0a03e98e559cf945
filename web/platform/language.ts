const yearSeconds = 365 * 24 * 60 * 60

/** The cookie with the language chosen on this device. The server reads it with every page. */
export const languageCookie = (language: string) => `language=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`

/** Saves the choice and reloads the page in that language. */
export function setLanguage(language: string) {
  document.cookie = languageCookie(language)
  location.reload()
}
