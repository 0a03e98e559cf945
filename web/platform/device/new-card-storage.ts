const place = 'carte:new-card'

/** Storage key of an unfinished new card, by account. */
export const newCardKey = (account: string) => `${place}:${account}`

/** Called when the card is created, and at sign-out: the next account on this device must not see it. */
export function clearNewCard() {
  try {
    for (const key of Object.keys(localStorage)) if (key === place || key.startsWith(`${place}:`)) localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
