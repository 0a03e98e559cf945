const place = 'carte:new-card'

/** Where a card that is being made is stored on this device, by account. */
export const newCardPlace = (account: string) => `${place}:${account}`

/** When it has become a card, and at sign-out: the next account on this device sees none of it. */
export function forgetNewCard() {
  try {
    for (const key of Object.keys(localStorage)) if (key === place || key.startsWith(`${place}:`)) localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
