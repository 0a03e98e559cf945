const keyOf = (alias: string) => `connect-closed:${alias.toLowerCase()}`

/** Whether the form was shut in this visit; a device that keeps nothing may ask again. */
export function wasClosed(alias: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(alias)) !== null
  } catch {
    return false
  }
}

export function rememberClosed(alias: string) {
  try {
    sessionStorage.setItem(keyOf(alias), '1')
  } catch {
    // Then it is asked again on the next page load.
  }
}
