import { createContext } from 'react-router'
import type { Api } from '#contract/api.ts'
import type { Site } from '#contract/site.ts'

/** What the server hands to the pages: a way to call, and what they may know of the installation. */
export const apiContext = createContext<Api>()
export const siteContext = createContext<Site>()
