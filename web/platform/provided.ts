import { createContext, RouterContextProvider } from 'react-router'
import type { Api } from '#contract/api.ts'
import type { Offer } from '#contract/billing/offer.ts'
import type { Site } from '#contract/site.ts'

/** What the server hands to the pages: a way to call, what they may know of the installation, and what it sells. */
export type Provided = { api: Api; site: Site; offer: Offer }
export const apiContext = createContext<Api>()
export const siteContext = createContext<Site>()
export const offerContext = createContext<Offer>()

export function provideContext({ api, site, offer }: Provided): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  context.set(siteContext, site)
  context.set(offerContext, offer)
  return context
}

/** The same things for a second look in the same request: what was read for the first is forgotten. */
export const provideAgain = (context: Readonly<RouterContextProvider>): RouterContextProvider =>
  provideContext({ api: context.get(apiContext), site: context.get(siteContext), offer: context.get(offerContext) })
