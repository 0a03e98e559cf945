/**
 * Every call of the product by name: the one place where its address is written.
 * Plain data, so that a browser can carry it without carrying the schemas; in two parts, so that a visitor's browser carries
 * no more than a visitor needs. `{product}` stands for the configured slug; `:name?` may be left out.
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

  'releases.latest': 'GET /remote/api/public/latest-version-history/:versionType/:version',

  'accounts.silentLogin': 'GET /bff/silent-login',
} as const

/** What an owner's pages call, and the pages on the way in. */
export const ownerAddresses = {
  'cards.own': 'GET /remote/api/{product}/own-cards',
  'cards.updateSettings': 'POST /remote/api/{product}/update-settings',
  'cards.updateApplicationSettings': 'POST /remote/api/{product}/update-application-settings',
  'cards.updateLocationSettings': 'POST /remote/api/{product}/update-location-settings',

  'visits.report': 'POST /remote/api/public/get-analytics-report',

  'contacts.search': 'POST /remote/api/clients/connected-clients/search/:page/:pageSize/:tag',
  'contacts.setViewed': 'POST /remote/api/clients/connected-clients/set-viewed',
  'contacts.export': 'POST /remote/api/clients/connected-clients/export-client/:id',
  'contacts.download': 'GET /remote/api/clients/connected-clients/export-client/:id',
  'contacts.updateNotes': 'POST /remote/api/clients/connected-clients/update-owner-notes',
  'contacts.read': 'GET /remote/api/clients/connected-clients/client/:id',
  'contacts.labels': 'GET /remote/api/clients/connected-clients/labels',
  'contacts.setTags': 'POST /remote/api/clients/connected-clients/set-tags',
  'contacts.create': 'POST /remote/api/clients/connected-clients/create',
  'contacts.erase': 'POST /remote/api/clients/connected-clients/erase',
  'contacts.exportAll': 'GET /remote/api/clients/connected-clients/export-all/:format',

  'billing.plans': 'GET /remote/subscription/me/plans',
  'billing.subscriptions': 'GET /remote/subscription/me/subscriptions',
  'billing.subscribe': 'POST /remote/subscription/me/subscribe',
  'billing.ownSubscriptions': 'GET /remote/api/{product}/get-subscriptions',

  'push.subscribe': 'POST /remote/api/{product}/notifications-subscribe',
  'push.subscription': 'POST /remote/api/{product}/notifications-get-subscription',
  'push.key': 'GET /remote/api/{product}/notifications-key',
  'push.test': 'POST /remote/api/{product}/notifications-test',

  'releases.tourSteps': 'GET /remote/api/public/virtual-tour-steps/:tour',
  'releases.stories': 'POST /remote/api/{product}-settings/get-stories',

  'accounts.user': 'GET /bff/user',
  'accounts.login': 'GET /bff/login',
  'accounts.silentLoginCallback': 'GET /bff/silent-login-callback',
  'accounts.callback': 'GET /bff/callback',
  'accounts.logout': 'GET /bff/logout',
  'accounts.backchannel': 'POST /bff/backchannel',
  'accounts.signIn': 'POST /bff/sign-in',
  'accounts.signUp': 'POST /bff/sign-up',
  'accounts.requestLink': 'POST /bff/request-link',
  'accounts.requestReset': 'POST /bff/request-reset',
  'accounts.useLink': 'POST /bff/use-link',
  'accounts.resetPassword': 'POST /bff/reset-password',
  'accounts.passkeyChallenge': 'POST /bff/passkey-challenge',
  'accounts.passkeySignIn': 'POST /bff/passkey-sign-in',
  'accounts.ways': 'GET /bff/ways',
  'accounts.newPasskey': 'POST /bff/new-passkey',
  'accounts.addPasskey': 'POST /bff/add-passkey',
  'accounts.removePasskey': 'POST /bff/remove-passkey',
  'accounts.sessions': 'GET /bff/sessions',
  'accounts.endSession': 'POST /bff/end-session',
} as const

export const addresses = { ...visitorAddresses, ...ownerAddresses } as const

export type VisitorEndpointName = keyof typeof visitorAddresses
export type EndpointName = keyof typeof addresses
