/**
 * Every call of the product by name: the one place where its address is written.
 * Plain data, so that a browser can carry it without carrying the schemas.
 * `{product}` stands for the configured slug; `:name?` may be left out.
 */
export const addresses = {
  'api.reach': 'HEAD /remote/api',

  'cards.settings': 'GET /remote/api/public/e-card-settings',
  'cards.read': 'GET /remote/api/public/e-card-by-alias/:alias/:version?',
  'cards.homepageSettings': 'GET /remote/api/public/homepage-settings',
  'cards.services': 'GET /remote/api/public/subject-grade-services',
  'cards.components': 'GET /remote/api/public/subject-grade-service-components',
  'cards.vCard': 'GET /api/public/client/:alias/v-card/:version',
  'cards.qr': 'GET /api/public/client-qr/:alias/:version',
  'cards.preview': 'GET /api/public/client-preview/:alias/:version',
  'cards.updateSettings': 'POST /remote/api/{product}/update-settings',
  'cards.updateApplicationSettings': 'POST /remote/api/{product}/update-application-settings',
  'cards.updateLocationSettings': 'POST /remote/api/{product}/update-location-settings',

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
  'visits.report': 'POST /remote/api/public/get-analytics-report',
  'visits.log': 'POST /remote/api/public/{product}-log',

  'contacts.submit': 'POST /remote/api/public/connect-client',
  'contacts.search': 'POST /remote/api/clients/connected-clients/search/:page/:pageSize/:tag',
  'contacts.setViewed': 'POST /remote/api/clients/connected-clients/set-viewed',
  'contacts.export': 'POST /remote/api/clients/connected-clients/export-client/:id',
  'contacts.download': 'GET /remote/api/clients/connected-clients/export-client/:id',
  'contacts.updateNotes': 'POST /remote/api/clients/connected-clients/update-owner-notes',

  'billing.plans': 'GET /remote/subscription/me/plans',
  'billing.subscriptions': 'GET /remote/subscription/me/subscriptions',
  'billing.subscribe': 'POST /remote/subscription/me/subscribe',
  'billing.ownSubscriptions': 'GET /remote/api/{product}/get-subscriptions',

  'push.subscribe': 'POST /remote/api/{product}/notifications-subscribe',
  'push.subscription': 'POST /remote/api/{product}/notifications-get-subscription',

  'releases.latest': 'GET /remote/api/public/latest-version-history/:versionType/:version',
  'releases.tourSteps': 'GET /remote/api/public/virtual-tour-steps/:tour',
  'releases.stories': 'POST /remote/api/{product}-settings/get-stories',

  'accounts.user': 'GET /bff/user',
  'accounts.login': 'GET /bff/login',
  'accounts.silentLogin': 'GET /bff/silent-login',
  'accounts.logout': 'GET /bff/logout',
} as const

export type EndpointName = keyof typeof addresses
