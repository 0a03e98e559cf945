import { createContext, useContext } from 'react'
import { sayer } from './catalogues.ts'
import type { Say } from './say.ts'

export const SayContext = createContext<Say>((key, facts) => sayer('en')(key, facts))
export const useSay = (): Say => useContext(SayContext)
