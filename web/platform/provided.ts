import { createContext, RouterContextProvider } from 'react-router'
import type { Api } from '#contract/api.ts'
import type { Site } from '#contract/site.ts'

/** What the server hands to the pages: a way to call, and what they may know of the installation. */
export const apiContext = createContext<Api>()
export const siteContext = createContext<Site>()

export function provideContext({ api, site }: { api: Api; site: Site }): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  context.set(siteContext, site)
  return context
}
