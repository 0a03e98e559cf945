import { releaseTags } from '#contract/cards/release-view.ts'
import type { Who } from './make-call.ts'
import { pictures } from './pictures.ts'

/** Values that a call requires and random input never has. They override what the schema generates. */
export type ValidInput = {
  as?: Who | undefined
  input?: Record<string, unknown>
  /** Path parameters. */
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string
  /** Sent to the app with an external login and payment provider. */
  isOutside?: true
}

const somewhere = { attention: '', street: 'Street 1', city: 'Town', state: 'State', country: 'US', zip: '04101', fax: '' }
const customer = {
  first_name: 'Some',
  last_name: 'Person',
  display_name: '',
  email: 'person@example.com',
  company_name: 'Company',
  phone: '1',
  mobile: '1',
  billing_address: somewhere,
  shipping_address: somewhere,
}
const ofImport = { id: '~own.importId~' }
const ofContact = { id: '~own.contactId~' }
const ofConnection = { alias: '~own.alias~', id: '~own.connectionId~' }
const ofLink = { code: '~own.link~' }
const pushToken = { endpoint: '~own.pushEndpoint~', keys: { p256dh: '~own.pushKey~', auth: '~own.pushAuth~' } }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const row = 'alias,fullName\r\nperson-~turn.number~,Some Person\r\n'

export const validInputs: Partial<Record<string, ValidInput>> = {
  'accessKeys.create': { input: { alias: '~own.alias~', name: 'x', scopes: ['contacts:read'], expiresAt: null } },
  'accessKeys.revoke': { input: { alias: '~own.alias~', id: '~own.spareAccessKeyId~' } },
  'abuse.report': {
    input: { alias: '~own.alias~', kind: 'fraud', words: 'x', linkCode: '', website: '', submissionId: '~own.sealed~', seal: '~own.seal~' },
  },
  'accounts.backchannel': { isOutside: true, headers: form, body: 'logout_token=~own.logoutToken~' },
  'accounts.callback': { isOutside: true, query: { code: '~own.nonce~', state: '~own.state~' }, headers: { cookie: '~own.stateCookie~' } },
  'accounts.changePassword': { as: 'leaver', input: { current: 'Some-words-1', password: 'Other-words-2' } },
  'accounts.checkLink': { as: 'visitor', input: { kind: 'login', token: '~own.loginLink~' } },
  'accounts.confirmEmail': { as: 'leaver', input: { token: '~own.emailLink~' } },
  'accounts.login': { as: 'visitor', query: { returnUrl: '/account' } },
  'accounts.endSession': { as: 'leaver', input: { id: 'others' } },
  'accounts.logout': { as: 'leaver', query: { sid: '~own.sessionId~', returnUrl: '/' } },
  'accounts.removePasskey': { input: { id: '~own.passkeyId~' } },
  'accounts.resetPassword': { as: 'leaver', input: { token: '~own.reset~', password: 'Other-words-2' } },
  'accounts.signIn': { as: 'visitor', input: { email: '~own.email~', password: 'Some-words-1', returnUrl: '/account' } },
  'accounts.signUp': { input: { name: 'x', email: 'new-~turn.uuid~@example.com', returnUrl: '/account' } },
  'accounts.requestLink': { input: { email: '~own.email~', returnUrl: '/account' } },
  'accounts.useLink': { as: 'visitor', input: { token: '~own.loginLink~' } },
  'billing.receiveEvent': { isOutside: true },
  'billing.manage': { isOutside: true, input: { alias: '~own.payer~', act: 'cancel', redirect_url: '/' } },
  'billing.receipt': { params: { alias: '~own.alias~', id: '~own.invoice~' } },
  'billing.subscribe': { isOutside: true, input: { customer, plan: { plan_code: 'PRO' }, alias: '~own.alias~', redirect_url: '/' } },
  'cards.claim': { input: { alias: '~own.unclaimed~', code: '~own.claimCode~' } },
  'cards.claimable': { params: { alias: '~own.unclaimed~' } },
  'cards.create': {
    input: {
      alias: 'made-~turn.number~',
      submissionId: '~turn.uuid~',
      fullName: 'Someone',
      emailAddress: '',
      imported: { fields: { bio: 'x' }, links: [], photo: '' },
    },
  },
  'cards.submitted': { params: { submissionId: '~turn.uuid~' } },
  'cards.readImportFile': { headers: { 'content-type': 'text/vcard' }, body: 'BEGIN:VCARD\nFN:Someone\nEND:VCARD\n' },
  'cards.readImportPage': { input: { address: 'https://someone.example/' } },
  'cards.requestClaimCode': { input: { alias: '~own.unclaimed~' } },
  'cards.discardDraft': { input: { alias: '~own.alias~', revision: 2 } },
  'cards.saveDraft': { input: { alias: '~own.alias~', revision: 0, changes: { title: 'x' }, removed: [] } },
  'cards.publishDraft': { input: { alias: '~own.alias~', revision: 1 } },
  'cards.updateApplicationSettings': { input: { alias: '~own.alias~', key: '~own.key~', updateType: 0, setting: 'language', value: 'en' } },
  'cards.updateLocationSettings': { input: { alias: '~own.alias~', key: '~own.key~', address: 'x', lat: 1, lng: 1 } },
  'cards.updateSettings': { input: { alias: '~own.alias~', key: '~own.key~', updateType: 0, setting: 'ShowName', value: false } },
  'cards.qr': { params: { alias: '~own.alias~', version: 'latest' } },
  'cards.vCard': { params: { alias: '~own.alias~', version: 'latest' } },
  'connections.create': {
    input: { alias: '~own.alias~', preset: 'own', name: 'x', url: 'https://hooks.example.com/x', types: ['contact.created'] },
  },
  'connections.failing': { query: { alias: '~own.alias~' } },
  'connections.event': { params: { ...ofConnection, eventId: '~own.eventId~' } },
  'connections.ofContact': { params: { alias: '~own.alias~', contactId: '~own.contactId~' } },
  'connections.read': { params: ofConnection, query: {} },
  'connections.remove': { input: ofConnection },
  'connections.replaceKey': { input: { ...ofConnection, apiKey: 'fka_0123456789' } },
  'connections.replaceSecret': { input: ofConnection },
  'connections.resend': { input: { ...ofConnection, eventId: '~own.eventId~' } },
  'connections.test': { input: ofConnection },
  'connections.update': { input: { ...ofConnection, name: 'x', isOn: true, types: ['contact.created'] } },
  'contacts.createImport': { params: { alias: '~own.alias~' }, query: {}, headers: { 'content-type': 'text/csv' }, body: 'Name\r\nAda' },
  'contacts.readImport': { params: { alias: '~own.alias~', id: '~own.contactImportId~' } },
  'contacts.runImport': { input: { alias: '~own.alias~', importId: '~own.previewId~', duplicates: 'skip', label: '' } },
  'contacts.undoImport': { input: { alias: '~own.alias~', importId: '~own.contactImportId~' } },
  'contacts.labelSeveral': { input: { clientIds: ['~own.contactId~'], tags: ['x'] } },
  'contacts.eraseSeveral': { input: { clientIds: ['~own.lastContactId~'] } },
  'contacts.labelMatching': { input: { alias: '~own.alias~', SearchFor: 'Onlyone', count: 1, digest: '~own.onlyOneDigest~', tags: ['x'] } },
  'contacts.eraseMatching': { input: { alias: '~own.alias~', SearchFor: 'Onlyone', count: 1, digest: '~own.onlyOneDigest~' } },
  'contacts.change': { input: { clientId: '~own.contactId~', revision: 1, fields: { city: 'x' } } },
  'contacts.download': { params: ofContact },
  'contacts.erase': { input: { clientId: '~own.contactId~' } },
  'contacts.export': { params: ofContact },
  'contacts.read': { params: ofContact },
  'contacts.setTags': { input: { clientId: '~own.contactId~' } },
  'contacts.updateNotes': { input: { connectedClientId: '~own.contactId~' } },
  'contacts.submit': {
    input: {
      alias: '~own.alias~',
      subjectIdKey: '',
      submissionId: '~turn.uuid~',
      name: 'x',
      lastName: 'x',
      phoneNumber: '(207) 555-0199',
      emailAddress: 'a@example.com',
      title: '',
      companyName: '',
      tags: '',
      reCaptchaResponse: '~own.proof~',
      reCaptchaAction: 'carte/connect_client',
      consentVersion: '2026-11',
      language: 'en',
      wantsCard: false,
      website: '',
    },
  },
  'links.follow': { params: ofLink },
  'links.preview': { params: ofLink },
  'links.shorten': { query: { longUrl: 'http://localhost:3000/~own.alias~/home' } },
  'media.upload': { params: { alias: '~own.alias~', kind: 'profile' }, query: {} },
  'admin.changeSettings': { input: { settings: [{ name: 'TERMS_URL', value: 'https://example.com/terms' }] } },
  'admin.addImportPart': { input: { id: '~own.newImportId~', place: 0, data: Buffer.from(row).toString('base64') } },
  'admin.billingAction': { input: { alias: '~own.alias~', act: 'pay', submissionId: '~turn.uuid~', offer: 'PRO', amount: '15' } },
  'admin.blockHost': { input: { host: 'evil-~turn.number~.example', isBlocked: true, reason: 'x' } },
  'admin.checkAddress': { input: { address: 'http://127.0.0.1:9' } },
  'admin.checkImport': { input: { id: '~own.newImportId~' } },
  'admin.closeReport': { input: { id: '~own.reportId~' } },
  'admin.compareBilling': { isOutside: true, input: {} },
  'admin.createCard': { input: { alias: 'added-~turn.number~', fullName: 'Ann Field', owner: 'added-~turn.number~@example.com' } },
  'admin.importReport': { params: ofImport },
  'admin.invite': { input: { note: 'x', maxUses: 1, days: 7 } },
  'admin.mail': { params: { id: '~own.mailId~' } },
  'admin.readImport': { params: ofImport },
  'admin.release': { input: { name: '~own.name~' } },
  'admin.reserve': { input: { name: 'reserved-~turn.number~', reason: 'x' } },
  'admin.revokeInvitation': { input: { id: '~own.invitationId~' } },
  'admin.retryJob': { input: { id: '~own.jobId~' } },
  'admin.runImport': { input: ofImport },
  'admin.takeDown': { input: { alias: '~own.alias~', kind: 'link', what: '~own.link~', isDown: true, reason: 'x' } },
  'privacy.cancelDeletion': { as: 'leaver', input: {} },
  'privacy.requestDeletion': { as: 'leaver', input: { confirm: '~own.alias~' } },
  'push.subscribe': {
    input: { enabled: true, subjectId: '~own.subjectId~', key: '~own.key~', token: pushToken, device: 'phone', topics: [] },
  },
  'push.subscription': { input: { subjectId: '~own.subjectId~', token: pushToken, device: 'phone' } },
  'push.test': { input: { subjectId: '~own.subjectId~', device: 'phone' } },
  'v1.readContact': { params: ofContact },
  'v1.createContact': { input: { name: 'x', emailAddress: 'a@example.com' } },
  'v1.changeContact': { params: ofContact, input: { note: 'x' } },
  'v1.eraseContact': { params: { id: '~own.spareContactId~' } },
  'v1.saveDraft': { input: { revision: 3, changes: { title: 'x' }, removed: [] } },
  'v1.publishCard': { input: { revision: 4 } },
  'v1.listContacts': { query: { limit: '2' } },
  'v1.listEvents': { query: { limit: '2' } },
  'v1.replayEvent': { params: { id: '~own.eventId~' }, input: { webhookId: '~own.connectionId~' } },
  'v1.createWebhook': { input: { targetUrl: 'https://hooks.example.com/x', event: 'contact.created' } },
  'v1.removeWebhook': { params: { id: '~own.spareConnectionId~' } },
  'v1.testWebhook': { params: { id: '~own.connectionId~' } },
  'v1.readAnalytics': { query: { from: '2026-11-01', to: '2026-11-20' } },
  'releases.addPicture': { input: { data: pictures.png } },
  'releases.latest': { params: { versionType: 'Production', version: '0.0.1' } },
  'releases.picture': { params: { id: 'red-door' } },
  'releases.publishVersion': { input: { version: '9.0.1', date: '2026-11-20', versionHistory: 'x', updates: ['x'] } },
  'releases.removeVersion': { input: { version: '9.0.1' } },
  'releases.tourSteps': { params: { tour: releaseTags.tour } },
  'reviews.agent': { params: { screenName: '~own.zillow~', id: 'x' } },
  'reviews.agentFallback': { params: { screenName: '~own.zillow~', businessName: '~own.company~', id: 'x' } },
  'reviews.lender': { params: { nmlsId: '~own.zillow~' } },
  'visits.report': {
    input: {
      alias: '~own.alias~',
      DateRanges: [{ StartDate: '7daysAgo', EndDate: 'today' }],
      Dimensions: [{ Name: 'customEvent:platform_used' }],
      Metrics: [{ Name: 'eventCount' }],
    },
  },
  'visits.track': { input: { alias: '~own.alias~', events: [{ name: 'page_view', params: { page_name: 'home' } }] } },
}

/** Called last, in this order: they end what other calls need, or need what those created. */
export const lastCalls = [
  'contacts.createImport',
  'releases.publishVersion',
  'releases.latest',
  'releases.removeVersion',
  'connections.resend',
  'connections.remove',
  'contacts.erase',
  'contacts.eraseSeveral',
  'contacts.eraseMatching',
  'admin.release',
  'admin.revokeInvitation',
  'accounts.endSession',
  'privacy.requestDeletion',
  'privacy.cancelDeletion',
  'accounts.logout',
  'accounts.resetPassword',
  'accounts.changePassword',
]
