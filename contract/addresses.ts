import { pushAddresses } from './push-addresses.ts'
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

  'cards.editor': 'GET /remote/api/{product}/editor/:alias',
  'cards.saveDraft': 'POST /remote/api/{product}/save-draft',
  'cards.publishDraft': 'POST /remote/api/{product}/publish-draft',
  'cards.discardDraft': 'POST /remote/api/{product}/discard-draft',

  'media.upload': 'POST /remote/api/{product}/upload-picture/:alias/:kind',

  'cards.aliasState': 'GET /remote/api/{product}/alias-state/:alias',
  'cards.create': 'POST /remote/api/{product}/create-card',
  'cards.claimable': 'GET /remote/api/{product}/claim/:alias',
  'cards.requestClaimCode': 'POST /remote/api/{product}/request-claim-code',
  'cards.claim': 'POST /remote/api/{product}/claim-card',

  'reviews.check': 'POST /remote/api/{product}/check-reviews',

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

  ...pushAddresses,

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

  'operator.overview': 'GET /remote/api/{product}/operator',
  'operator.cards': 'GET /remote/api/{product}/operator/cards',
  'operator.card': 'GET /remote/api/{product}/operator/card/:alias',
  'operator.setPlan': 'POST /remote/api/{product}/operator/set-plan',
  'operator.setRights': 'POST /remote/api/{product}/operator/set-rights',
  'operator.setExperiments': 'POST /remote/api/{product}/operator/set-experiments',
  'operator.switchCard': 'POST /remote/api/{product}/operator/switch-card',
  'operator.reserved': 'GET /remote/api/{product}/operator/reserved',
  'operator.reserve': 'POST /remote/api/{product}/operator/reserve',
  'operator.release': 'POST /remote/api/{product}/operator/release',
  'operator.jobs': 'GET /remote/api/{product}/operator/jobs',
  'operator.retryJob': 'POST /remote/api/{product}/operator/retry-job',
  'operator.outbox': 'GET /remote/api/{product}/operator/outbox',
  'operator.mail': 'GET /remote/api/{product}/operator/outbox/:id',
  'operator.acts': 'GET /remote/api/{product}/operator/acts',
  'operator.imports': 'GET /remote/api/{product}/operator/imports',
  'operator.createImport': 'POST /remote/api/{product}/operator/create-import',
  'operator.addImportPart': 'POST /remote/api/{product}/operator/add-import-part',
  'operator.checkImport': 'POST /remote/api/{product}/operator/check-import',
  'operator.runImport': 'POST /remote/api/{product}/operator/run-import',
  'operator.readImport': 'GET /remote/api/{product}/operator/import/:id',
  'operator.importReport': 'GET /remote/api/{product}/operator/import/:id/report',

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

  'privacy.read': 'GET /bff/privacy',
  'privacy.archive': 'GET /bff/archive',
  'privacy.leave': 'POST /bff/leave',
  'privacy.keep': 'POST /bff/keep',
} as const

/** Every call of the product by name. A visitor's browser carries its own part alone. */
export const addresses = { ...visitorAddresses, ...ownerAddresses } as const

export type EndpointName = keyof typeof addresses
