import { createContext, useContext } from 'react'
import { en } from './en.ts'
import { sayIn, type Say } from './say.ts'

export const SayContext = createContext<Say>(sayIn('en', en))
export const useSay = (): Say => useContext(SayContext)
