/** Device store key of the queued contact entries. */
export const outboxKey = 'connect-entries'

let since: number | null = null
let counted: { alias: string; load: number } | null = null
let isInstalled = false

/** Starts timing a card that is viewed before the app runs, so that delayed prompts come no later. */
export const startViewClock = () => void (since = performance.now())

/** The time viewed so far, once: the next card starts at zero. */
export function takeViewedMs(): number {
  const started = since
  since = null
  return started === null ? 0 : performance.now() - started
}

/** Remembers that this load was counted before the app ran, so that it is not counted again. */
export const rememberCountedLoad = (alias: string, load: number) => void (counted = { alias, load })
export const countedLoad = (alias: string): number | null => (counted?.alias === alias ? counted.load : null)
export const clearCountedLoad = () => void (counted = null)

/** The browser installed the card before the app ran. */
export const markInstalled = () => void (isInstalled = true)
export function takeInstalled(): boolean {
  const was = isInstalled
  isInstalled = false
  return was
}
