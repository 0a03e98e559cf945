import { createContext, useContext } from 'react'
import type { Site } from '#contract/site.ts'

/** What the browser needs to know of the installation. */
export type SiteFacts = Pick<Site, 'productName' | 'publicUrl' | 'supportPhone' | 'helpUrl'>

export const SiteContext = createContext<SiteFacts>({ productName: '', publicUrl: '', supportPhone: '', helpUrl: '' })
export const useSite = (): SiteFacts => useContext(SiteContext)
