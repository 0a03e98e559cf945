import { readTyped, type TypedCard } from './typed-card.ts'

const place = 'carte:new-card'
type Kept = { card: TypedCard; step: 'address' | 'you' }

/** What was typed on this device and is no card yet. */
export function readKept(usual: TypedCard): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
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
export function keepTyped({ card, step }: Kept) {
  try {
    localStorage.setItem(place, JSON.stringify({ ...card, step }))
  } catch {
    // Full, or forbidden.
  }
}

export function forgetTyped() {
  try {
    localStorage.removeItem(place)
  } catch {
    // Full, or forbidden.
  }
}
