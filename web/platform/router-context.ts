import { createContext, RouterContextProvider } from 'react-router'
import type { Api } from '#contract/api.ts'
import type { Offer } from '#contract/billing/offer.ts'
import type { Site } from '#contract/site.ts'

/** What loaders get from the server: the API, the public facts of the installation, and its plans. */
type RequestDeps = { api: Api; site: Site; offer: Offer }
export const apiContext = createContext<Api>()
export const siteContext = createContext<Site>()
export const offerContext = createContext<Offer>()

export function createRouterContext({ api, site, offer }: RequestDeps): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  context.set(siteContext, site)
  context.set(offerContext, offer)
  return context
}

/** A fresh context for a second pass in the same request, without what the first one cached. */
export const freshRouterContext = (context: Readonly<RouterContextProvider>): RouterContextProvider =>
  createRouterContext({ api: context.get(apiContext), site: context.get(siteContext), offer: context.get(offerContext) })
