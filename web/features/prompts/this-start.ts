const keyOf = (alias: string) => `login-asked:${alias.toLowerCase()}`
const askedHere = new Set<string>()

/** Whether the login was asked for since the app was started; a page loaded anew is the same start. */
export function wasAsked(alias: string): boolean {
  try {
    return askedHere.has(alias) || sessionStorage.getItem(keyOf(alias)) !== null
  } catch {
    return askedHere.has(alias)
  }
}

export function rememberAsked(alias: string) {
  askedHere.add(alias)
  try {
    sessionStorage.setItem(keyOf(alias), 'yes')
  } catch {
    // Refused or full: until the page is loaded anew it is remembered here.
  }
}
