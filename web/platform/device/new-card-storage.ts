import { propertyOf } from '#common/property-of.ts'
const place = 'carte:new-card'
const storedMs = 30 * 86_400_000

/** Storage key of an unfinished new card, by account. */
export const newCardKey = (account: string) => `${place}:${account}`

/** A step of a card that exists, for the account that is logged in. */
export type StepScope = { account: string; alias: string }

const stepKey = ({ account, alias }: StepScope, step: string) => `${place}-step:${account}/${alias}/${step}`

/** What was chosen on a step and not saved yet. */
export const readStep = (of: StepScope, step: string): object | null => readNewCard(stepKey(of, step))

export const storeStep = (of: StepScope, step: string, chosen: object) => storeNewCard(stepKey(of, step), chosen)

/** What was stored there in the last month. */
export function readNewCard(key: string): object | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    return Number(propertyOf(stored, 'storedAt')) > Date.now() - storedMs ? stored : null
  } catch {
    return null
  }
}

/** Without storage, the values are in the form only. */
export function storeNewCard(key: string, chosen: object) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...chosen, storedAt: Date.now() }))
  } catch {
    // Full or denied.
  }
}

/** Called where a card is made: removes what is a month old, and steps of another account. */
export function clearOldCards(account: string) {
  const isUseful = (key: string) => key.startsWith(`${place}:`) || key.startsWith(`${place}-step:${account}/`)
  clear((key) => key.startsWith(place) && (!isUseful(key) || readNewCard(key) === null))
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
