import { useSyncExternalStore } from 'react'
import { readOffer, watchOffer } from './install-offer.ts'

/** Whether the browser offers to install the card by a button of ours. */
export const useOffer = () =>
  useSyncExternalStore(
    watchOffer,
    () => readOffer() !== null,
    () => false,
  )
