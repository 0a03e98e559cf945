import { createContext } from 'react'

/** Marks the scripts that we write ourselves while a page is drawn; taken off before it leaves. */
export const NonceContext = createContext<string | undefined>(undefined)
