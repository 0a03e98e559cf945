import { createContext, useContext } from 'react'
import type { Site } from '#contract/site.ts'

/** What the browser needs to know of the installation. */
export type SiteFacts = Pick<Site, 'productName' | 'productSlug' | 'version' | 'publicUrl' | 'supportPhone' | 'helpUrl'>

/** Where even the root could not be loaded. */
export const noSite: SiteFacts = { productName: '', productSlug: '', version: '', publicUrl: '', supportPhone: '', helpUrl: '' }

export const SiteContext = createContext<SiteFacts>(noSite)
export const useSite = (): SiteFacts => useContext(SiteContext)
