import { newCardPlace } from '../../../platform/device/new-card-memory.ts'
import { readTyped, type TypedCard } from './typed-card.ts'

type Kept = { card: TypedCard; step: 'address' | 'you' }

/** What this account typed on this device and is no card yet. */
export function readKept(account: string, usual: TypedCard): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(newCardPlace(account)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const text = (name: string) => {
      const value: unknown = Reflect.get(kept, name)
      return typeof value === 'string' ? value : null
    }
    return { card: readTyped(text, usual), step: text('step') === 'you' ? 'you' : 'address' }
  } catch {
    return null
  }
}

/** A device without room or leave keeps nothing: the form has it all. */
export function keepTyped(account: string, { card, step }: Kept) {
  try {
    localStorage.setItem(newCardPlace(account), JSON.stringify({ ...card, step }))
  } catch {
    // Full, or forbidden.
  }
}
