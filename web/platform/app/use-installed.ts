import { createContext, useContext, useSyncExternalStore } from 'react'
import { appWindow, isStandalone } from './standalone.ts'

/** True if the address marks the page as the app's: then the server renders it so. */
export const InstalledContext = createContext(false)

/** True if the card runs as an installed app, or simulates one. */
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
