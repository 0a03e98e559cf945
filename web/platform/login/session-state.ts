import type { AuthenticationMessage } from '#contract/accounts/accounts.ts'
import { propertyOf } from '#common/property-of.ts'

/** The last known login on this device. It grants nothing: the server checks each request. */
type SessionState = { isAuthenticated: boolean; message: AuthenticationMessage | null }

const key = 'session'
const signedOut: SessionState = { isAuthenticated: false, message: null }

export function readSession(): SessionState {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const message = propertyOf(found, 'message')
    return { isAuthenticated: propertyOf(found, 'isAuthenticated') === true, message: isMessage(message) ? message : null }
  } catch {
    return signedOut
  }
}

export function writeSession(state: SessionState) {
  try {
    localStorage.setItem(key, JSON.stringify(state))
  } catch {
    // Storage is unavailable: the login is checked again next time.
  }
}

const ownedKey = 'owned'

/** Cards whose owner has signed in within the card's app on this device: such an app is the owner's. */
function readOwned(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(ownedKey) ?? '[]')
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export const isOwnersApp = (alias: string) => readOwned().includes(alias.toLowerCase())

export function markOwnersApp(alias: string) {
  writeOwned([...new Set([...readOwned(), alias.toLowerCase()])])
}

/** After signing out, all apps are visitors' again. */
export const clearOwners = () => writeOwned([])

function writeOwned(aliases: string[]) {
  try {
    localStorage.setItem(ownedKey, JSON.stringify(aliases))
  } catch {
    // Storage is unavailable: the app stays a visitor's.
  }
}

function isMessage(value: unknown): value is AuthenticationMessage {
  return typeof propertyOf(value, 'Status') === 'string'
}
