/** What waits on this device to be sent to owners of cards. */
export const keptEntriesKey = 'connect-entries'

let since: number | null = null
let counted: { alias: string; load: number } | null = null
let isInstalled = false

/** A card is looked at without the app. What is to come after a while comes no later for that. */
export const beginLook = () => void (since = performance.now())

/** How long it was, once: whoever comes to another card waits as long as everybody. */
export function takeLookedMs(): number {
  const begun = since
  since = null
  return begun === null ? 0 : performance.now() - begun
}

/** Which load of a card it was, and that it was counted without the app: it is not counted again. */
export const countLoad = (alias: string, load: number) => void (counted = { alias, load })
export const countedLoad = (alias: string): number | null => (counted?.alias === alias ? counted.load : null)
export const forgetCounted = () => void (counted = null)

/** The browser installed the card before the app was there to hear of it. */
export const markInstalled = () => void (isInstalled = true)
export function takeInstalled(): boolean {
  const was = isInstalled
  isInstalled = false
  return was
}
