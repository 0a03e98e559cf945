import { createContext } from 'react'

/** Marks our own scripts during rendering; removed from the HTML before it is sent. */
export const NonceContext = createContext<string | undefined>(undefined)
