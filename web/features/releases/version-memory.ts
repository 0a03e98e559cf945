/** What this device remembers of versions: whose panel was shut, and which one the settings made a fresh start for. */
type Memory = { shut: string; begun: string }

const key = 'versions'
const nothing: Memory = { shut: '', begun: '' }

export function readMemory(): Memory {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof found !== 'object' || found === null) return nothing
    const text = (name: keyof Memory) => {
      const kept: unknown = Reflect.get(found, name)
      return typeof kept === 'string' ? kept : ''
    }
    return { shut: text('shut'), begun: text('begun') }
  } catch {
    return nothing
  }
}

export function remember(change: Partial<Memory>) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...readMemory(), ...change }))
  } catch {
    // A device that keeps nothing says it again at the next start.
  }
}
