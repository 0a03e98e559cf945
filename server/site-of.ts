import type { Site } from '#contract/site.ts'
import { readProductVersion } from './product-version.ts'
import type { Settings } from './settings.ts'

export function siteOf({
  productName,
  productSlug,
  publicUrl,
  supportPhone,
  helpUrl,
  homeValueUrl,
  installVideoIphone,
  installVideoAndroid,
  tilesUrl,
  tilesAttribution,
  demo,
  oidcIssuer,
}: Settings): Site {
  return {
    version: readProductVersion(),
    productName,
    productSlug,
    publicUrl,
    supportPhone,
    helpUrl,
    homeValueUrl,
    installVideoIphone,
    installVideoAndroid,
    tilesUrl,
    tilesAttribution,
    isDemo: demo,
    isLoginOutside: oidcIssuer !== '',
  }
}
