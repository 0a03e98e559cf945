import { readSubscriber, type TypedSubscriber } from './subscriber.ts'

const placeOf = (alias: string) => `subscribe:${alias.toLowerCase()}`

/** What was typed in this tab and not taken yet. It goes with the tab: an address of somebody is nothing to leave lying about. */
export function readKept(alias: string, usual: TypedSubscriber): TypedSubscriber | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(placeOf(alias)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    return readSubscriber((name) => {
      const value: unknown = Reflect.get(kept, name)
      return typeof value === 'string' ? value : null
    }, usual)
  } catch {
    return null
  }
}

export function keepTyped(alias: string, typed: TypedSubscriber) {
  try {
    sessionStorage.setItem(placeOf(alias), JSON.stringify(typed))
  } catch {
    // Full, or forbidden: the form has it all.
  }
}

export function forgetTyped(alias: string) {
  try {
    sessionStorage.removeItem(placeOf(alias))
  } catch {
    // Forbidden: nothing was kept either.
  }
}
