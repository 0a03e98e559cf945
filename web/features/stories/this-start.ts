const keyOf = (alias: string) => `stories-shown:${alias.toLowerCase()}`
const shownHere = new Set<string>()

/** Whether stories opened by themselves since the app was started; a page loaded anew is the same start. */
export function wasShown(alias: string): boolean {
  try {
    return shownHere.has(alias) || sessionStorage.getItem(keyOf(alias)) !== null
  } catch {
    return shownHere.has(alias)
  }
}

export function rememberShown(alias: string) {
  shownHere.add(alias)
  try {
    sessionStorage.setItem(keyOf(alias), 'yes')
  } catch {
    // Refused or full: until the page is loaded anew it is remembered here.
  }
}
