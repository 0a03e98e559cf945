import { createContext, useContext, useSyncExternalStore } from 'react'
import { appWindow, isStandalone } from './standalone.ts'

/** Set where the address the card was opened under says so already: then even its first HTML is the app's. */
export const InstalledContext = createContext(false)

/** Whether the card runs as an app of its own, or pretends to. */
export function useInstalled(): boolean {
  const isOpenedAsApp = useContext(InstalledContext)
  const isApp = useSyncExternalStore(watch, isStandalone, () => false)
  return isOpenedAsApp || isApp
}

function watch(changed: () => void) {
  const list = matchMedia(appWindow)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}
