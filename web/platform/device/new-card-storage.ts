const place = 'carte:new-card'

/** Storage key of an unfinished new card, by account. */
export const newCardKey = (account: string) => `${place}:${account}`

const stepKey = (alias: string, step: string) => `${place}-step:${alias}/${step}`

/** What was chosen on a step of a card and not saved yet. */
export function readStep(alias: string, step: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(stepKey(alias, step)) ?? 'null')
  } catch {
    return null
  }
}

/** Without storage, the choice is in the form only. */
export function storeStep(alias: string, step: string, chosen: object) {
  try {
    localStorage.setItem(stepKey(alias, step), JSON.stringify(chosen))
  } catch {
    // Full or denied.
  }
}

/** Called when the card is created: what was typed is on it. */
export const clearTypedCard = () => clear((key) => key === place || key.startsWith(`${place}:`))

/** Called when the card is finished, and at sign-out: the next account on this device must not see it. */
export const clearNewCard = () => clear((key) => key.startsWith(place))

function clear(isMeant: (key: string) => boolean) {
  try {
    for (const key of Object.keys(localStorage).filter(isMeant)) localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
