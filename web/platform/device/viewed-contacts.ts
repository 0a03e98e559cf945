import { createContext, useContext } from 'react'

/** Tells the shell that a contact was viewed, so that its counts update at once. */
export const ContactViewedContext = createContext<(id: string) => void>(() => {})
export const useMarkContactViewed = () => useContext(ContactViewedContext)
