import { useSyncExternalStore } from 'react'

/** Whether a sheet is open, also one that was opened before any script came. */
export const useIsOpen = (id: string) =>
  useSyncExternalStore(
    watch,
    () => document.getElementById(id)?.matches(':popover-open') ?? false,
    () => false,
  )

function watch(heard: () => void) {
  document.addEventListener('toggle', heard, { capture: true })
  return () => document.removeEventListener('toggle', heard, { capture: true })
}
