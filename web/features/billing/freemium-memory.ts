const silentForMs = 7 * 86_400_000
const placeOf = (alias: string) => `freemium-shut:${alias.toLowerCase()}`

/** A device that keeps nothing is told each time the page is loaded. */
export function wasShutLately(alias: string, now: number): boolean {
  try {
    return now - Number(localStorage.getItem(placeOf(alias)) ?? 0) < silentForMs
  } catch {
    return false
  }
}

export function rememberShut(alias: string, now: number) {
  try {
    localStorage.setItem(placeOf(alias), String(now))
  } catch {
    // Full, or forbidden.
  }
}
