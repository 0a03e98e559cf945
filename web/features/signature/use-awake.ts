import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether a script runs: what only a script does is not offered to be pressed before. */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
