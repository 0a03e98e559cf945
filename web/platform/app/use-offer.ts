import { useSyncExternalStore } from 'react'
import { readOffer, watchOffer } from './install-offer.ts'

/** True if the browser offers to install the card by the app’s own button. */
export const useOffer = () =>
  useSyncExternalStore(
    watchOffer,
    () => readOffer() !== null,
    () => false,
  )
