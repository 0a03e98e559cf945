const yearSeconds = 365 * 24 * 60 * 60

/** Which language was chosen on this device: the server reads it with every page. */
export const languageCookie = (language: string) => `language=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`

/** Keeps the choice and shows the page in it. */
export function keepLanguage(language: string) {
  document.cookie = languageCookie(language)
  location.reload()
}
