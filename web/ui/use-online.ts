import { useSyncExternalStore } from 'react'

/** Whether the device says that it has a network. On the server nobody knows: false. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => false,
  )

function subscribe(changed: () => void) {
  for (const kind of ['online', 'offline']) addEventListener(kind, changed)
  return () => {
    for (const kind of ['online', 'offline']) removeEventListener(kind, changed)
  }
}
