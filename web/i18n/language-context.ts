import { createContext } from 'react'
import type { Language } from './languages.ts'

/** The language this page is written in. */
export const LanguageContext = createContext<Language>('en')
