import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page’s scripts have taken over. What is done before is done to a picture of the page. */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
