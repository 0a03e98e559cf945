import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** True once the page is hydrated. Before that, interactions reach only the server's HTML. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
