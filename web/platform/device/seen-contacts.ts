import { createContext, useContext } from 'react'

/** Tells the frame that a new contact is new no longer, so that its counts follow at once. */
export const SeenContacts = createContext<(id: string) => void>(() => {})
export const useSeenContacts = () => useContext(SeenContacts)
