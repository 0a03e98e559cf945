import { visitorAddresses } from './visitor-addresses.ts'

/** What an owner's pages call, the pages on the way in, and what a browser fetches for an app. */
export const ownerAddresses = {
  'cards.appIcon': 'GET /api/public/client-icon/:alias/AppIcon/:shape/:version',
  'cards.appScreenshot': 'GET /api/public/client-app-screenshot/:alias/:shape/:version',
  'cards.installQr': 'GET /api/public/client-install-qr/:alias',
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

  'releases.latest': 'GET /remote/api/public/latest-version-history/:versionType/:version',
  'releases.history': 'GET /remote/api/public/version-history/:versionType',
  'releases.tourSteps': 'GET /remote/api/public/virtual-tour-steps/:tour',
  'releases.stories': 'POST /remote/api/{product}-settings/get-stories',
  'releases.picture': 'GET /api/public/story-picture/:id',
  'releases.desk': 'GET /remote/api/{product}/desk',
  'releases.publishStories': 'POST /remote/api/{product}/desk/stories',
  'releases.publishTour': 'POST /remote/api/{product}/desk/tour',
  'releases.publishVersion': 'POST /remote/api/{product}/desk/version',
  'releases.removeVersion': 'POST /remote/api/{product}/desk/remove-version',
  'releases.addPicture': 'POST /remote/api/{product}/desk/picture',

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

/** Every call of the product by name. A visitor's browser carries its own part alone. */
export const addresses = { ...visitorAddresses, ...ownerAddresses } as const

export type EndpointName = keyof typeof addresses
