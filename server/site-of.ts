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
  privacyUrl,
  termsUrl,
  accessibilityUrl,
  sourceUrl,
  installVideoIphone,
  installVideoAndroid,
  tilesUrl,
  tilesAttribution,
  demo,
  plans,
  oidcIssuer,
  productDescription,
  signUp,
}: Settings): Site {
  return {
    version: readProductVersion(),
    productName,
    productSlug,
    publicUrl,
    supportPhone,
    helpUrl,
    homeValueUrl,
    privacyUrl,
    termsUrl,
    accessibilityUrl,
    sourceUrl,
    installVideoIphone,
    installVideoAndroid,
    tilesUrl,
    tilesAttribution,
    isDemo: demo,
    hasPlans: plans,
    isLoginOutside: oidcIssuer !== '',
    description: productDescription,
    signUp: typeof signUp === 'string' ? signUp : 'domains',
  }
}
