import type { Site } from '#contract/site.ts'
import type { Settings } from './settings.ts'

export function siteOf({
  productName,
  productSlug,
  publicUrl,
  supportPhone,
  helpUrl,
  homeValueUrl,
  tilesUrl,
  tilesAttribution,
  demo,
}: Settings): Site {
  return { productName, productSlug, publicUrl, supportPhone, helpUrl, homeValueUrl, tilesUrl, tilesAttribution, isDemo: demo }
}
