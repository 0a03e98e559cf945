import { createContext, useContext } from 'react'
import type { Site } from '#contract/site.ts'

/** The public facts of the installation that pages need. */
export type SiteFacts = Pick<Site, 'productName' | 'productSlug' | 'version' | 'publicUrl' | 'supportPhone' | 'helpUrl' | 'hasPlans'>

/** Used if the root's data could not be loaded. */
export const noSite: SiteFacts = {
  productName: '',
  productSlug: '',
  version: '',
  publicUrl: '',
  supportPhone: '',
  helpUrl: '',
  hasPlans: false,
}

export const SiteContext = createContext<SiteFacts>(noSite)
export const useSite = (): SiteFacts => useContext(SiteContext)
