import { propertyOf } from '#common/property-of.ts'

/** What this device remembers about versions: whose panel was dismissed, and for which one the settings started over. */
type Memory = { dismissed: string; startedFor: string }

const key = 'versions'
const nothing: Memory = { dismissed: '', startedFor: '' }

export function readMemory(): Memory {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const text = (name: keyof Memory) => {
      const value = propertyOf(found, name)
      return typeof value === 'string' ? value : ''
    }
    return { dismissed: text('dismissed'), startedFor: text('startedFor') }
  } catch {
    return nothing
  }
}

export function remember(change: Partial<Memory>) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...readMemory(), ...change }))
  } catch {
    // Without storage it is shown again at the next start.
  }
}
