import type { Site } from '#contract/site.ts'
import { phoneAccess } from '../common/phone-access.ts'
import { readProductVersion } from '../common/product-version.ts'
import type { Settings } from '../settings.ts'

export function siteOf(settings: Settings): Site {
  const {
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
    smtpUrl,
    productDescription,
    signUp,
  } = settings
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
    sendsMail: smtpUrl !== '',
    description: productDescription,
    signUp: typeof signUp === 'string' ? signUp : 'domains',
    phone: phoneAccess(settings),
  }
}
