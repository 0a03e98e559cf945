/**
 * The calls that a visitor's browser makes or names, and the one place where their addresses are written.
 * Plain data, so that a browser can carry it without carrying the schemas. `{product}` stands for the configured slug; `:name?` may
 * be left out.
 */
export const visitorAddresses = {
  'api.reach': 'HEAD /remote/api',

  'cards.settings': 'GET /remote/api/public/e-card-settings',
  'cards.read': 'GET /remote/api/public/e-card-by-alias/:alias/:version?',
  'cards.homepageSettings': 'GET /remote/api/public/homepage-settings',
  'cards.services': 'GET /remote/api/public/subject-grade-services',
  'cards.components': 'GET /remote/api/public/subject-grade-service-components',
  'cards.vCard': 'GET /api/public/client/:alias/v-card/:version',
  'cards.qr': 'GET /api/public/client-qr/:alias/:version',
  'cards.preview': 'GET /api/public/client-preview/:alias/:version',

  'media.cardImage': 'GET /api/public/client-image/:alias/ECardImage/:version',
  'media.officeLogo': 'GET /api/public/client-image/:alias/OfficeLogo/:version',
  'media.profileImage': 'GET /api/public/client-image/:alias/ProfileImage/:version',
  'media.themedLogo': 'GET /api/public/client-image/logo/:theme/:alias/OfficeLogo/:version',
  'media.namedLogo': 'GET /api/public/client-image/get-logo/OfficeLogo/:alias/lg/:logoImage/th/:theme/:version',
  'media.backgroundImage': 'GET /api/public/background-image/:alias/bg/:image/th/:theme/:version',
  'media.profileIcon': 'GET /api/public/client-icon/:alias/ProfileImage/192/:version',
  'media.profileImageResized': 'GET /api/public/client-image-resized/:alias/ProfileImage/220',

  'reviews.lender': 'GET /remote/api/public/client-zillow-lender-reviews/:nmlsId',
  'reviews.agent': 'GET /remote/api/public/client-zillow-reviews/:screenName/zwsid/:id',
  'reviews.agentFallback': 'GET /remote/api/public/client-zillow-reviews-fallback/:screenName/b-name/:businessName/zwsid/:id',

  'links.shorten': 'GET /remote/api/public/shorten-url/',
  'links.follow': 'GET /s/:code',

  'visits.track': 'POST /remote/api/public/track',
  'visits.log': 'POST /remote/api/public/{product}-log',

  'contacts.submit': 'POST /remote/api/public/connect-client',
  'contacts.challenge': 'GET /remote/api/public/captcha-challenge',
  'contacts.form': 'GET /remote/api/public/connect-form/:alias',

  'accounts.silentLogin': 'GET /bff/silent-login',
} as const

export type VisitorEndpointName = keyof typeof visitorAddresses
