import type { AuthenticationMessage } from '#contract/accounts/accounts.ts'

/** What this device knows of who is signed in. It opens nothing: the server knows better, and is asked. */
export type SessionState = { isAuthenticated: boolean; message: AuthenticationMessage | null }

const key = 'session'
const nobody: SessionState = { isAuthenticated: false, message: null }

export function readSession(): SessionState {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof found !== 'object' || found === null) return nobody
    const message: unknown = Reflect.get(found, 'message')
    return { isAuthenticated: Reflect.get(found, 'isAuthenticated') === true, message: isMessage(message) ? message : null }
  } catch {
    return nobody
  }
}

export function writeSession(state: SessionState) {
  try {
    localStorage.setItem(key, JSON.stringify(state))
  } catch {
    // A device that keeps nothing asks again next time.
  }
}

const ownedKey = 'owned'

/** Cards whose owner has been signed in within the card's app on this device: such an app is the owner's and no visitor's. */
function readOwned(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(ownedKey) ?? '[]')
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export const isOwnersApp = (alias: string) => readOwned().includes(alias.toLowerCase())

export function becomeOwnersApp(alias: string) {
  keepOwned([...new Set([...readOwned(), alias.toLowerCase()])])
}

/** Whoever signs out leaves visitors' apps behind. */
export const forgetOwners = () => keepOwned([])

function keepOwned(aliases: string[]) {
  try {
    localStorage.setItem(ownedKey, JSON.stringify(aliases))
  } catch {
    // A device that keeps nothing stays a visitor's.
  }
}

function isMessage(value: unknown): value is AuthenticationMessage {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'Status') === 'string'
}
