import { releaseTags } from '#contract/cards/release-view.ts'
import type { Who } from './calls.ts'
import { pictures } from './pictures.ts'

/** What a call takes that nobody hits upon by chance. It is laid over what its schema says; the rest is drawn. */
export type Meant = {
  as?: Who | undefined
  input?: Record<string, unknown>
  /** Words in the address, by their names there. */
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string
  /** It is kept where others keep the accounts and take the money. */
  isOutside?: true
}

const somewhere = { attention: '', street: 'Street 1', city: 'Town', state: 'State', country: 'US', zip: '04101', fax: '' }
const customer = {
  first_name: 'Some',
  last_name: 'Body',
  display_name: '',
  email: 'somebody@example.com',
  company_name: 'Company',
  phone: '1',
  mobile: '1',
  billing_address: somewhere,
  shipping_address: somewhere,
}
const ofImport = { id: '~own.importId~' }
const ofContact = { id: '~own.contactId~' }
const ofLink = { code: '~own.link~' }
const pushToken = { endpoint: '~own.pushEndpoint~', keys: { p256dh: '~own.pushKey~', auth: '~own.pushAuth~' } }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const row = 'alias,fullName\r\nsomebody-~turn.number~,Some Body\r\n'

export const wellMeant: Partial<Record<string, Meant>> = {
  'abuse.report': {
    input: { alias: '~own.alias~', kind: 'fraud', words: 'x', linkCode: '', website: '', submissionId: '~own.sealed~', seal: '~own.seal~' },
  },
  'accounts.backchannel': { isOutside: true, headers: form, body: 'logout_token=~own.logoutToken~' },
  'accounts.callback': { isOutside: true, query: { code: '~own.nonce~', state: '~own.state~' }, headers: { cookie: '~own.away~' } },
  'accounts.login': { as: 'visitor', query: { returnUrl: '/account' } },
  'accounts.endSession': { as: 'leaver', input: { id: 'others' } },
  'accounts.logout': { as: 'leaver', query: { sid: '~own.sessionId~', returnUrl: '/' } },
  'accounts.removePasskey': { input: { id: '~own.passkeyId~' } },
  'accounts.resetPassword': { as: 'leaver', input: { token: '~own.reset~', password: 'Other-words-2' } },
  'accounts.signIn': { as: 'visitor', input: { email: '~own.email~', password: 'Some-words-1', returnUrl: '/account' } },
  'accounts.signUp': { input: { name: 'x', email: 'new-~turn.uuid~@example.com', returnUrl: '/account' } },
  'accounts.requestLink': { input: { email: '~own.email~', returnUrl: '/account' } },
  'accounts.useLink': { as: 'visitor', input: { token: '~own.wayIn~' } },
  'billing.hear': { isOutside: true },
  'billing.manage': { isOutside: true, input: { alias: '~own.payer~', act: 'cancel', redirect_url: '/' } },
  'billing.receipt': { params: { alias: '~own.alias~', id: '~own.invoice~' } },
  'billing.subscribe': { isOutside: true, input: { customer, plan: { plan_code: 'PRO' }, alias: '~own.alias~', redirect_url: '/' } },
  'cards.claim': { input: { alias: '~own.unclaimed~', code: '~own.claimCode~' } },
  'cards.claimable': { params: { alias: '~own.unclaimed~' } },
  'cards.create': { input: { alias: 'made-~turn.number~', submissionId: '~turn.uuid~', fullName: 'Somebody', emailAddress: '' } },
  'cards.requestClaimCode': { input: { alias: '~own.unclaimed~' } },
  'cards.discardDraft': { input: { alias: '~own.alias~', revision: 2 } },
  'cards.saveDraft': { input: { alias: '~own.alias~', revision: 0, changes: { title: 'x' }, removed: [] } },
  'cards.publishDraft': { input: { alias: '~own.alias~', revision: 1 } },
  'cards.updateApplicationSettings': { input: { alias: '~own.alias~', key: '~own.key~', updateType: 0, setting: 'language', value: 'en' } },
  'cards.updateLocationSettings': { input: { alias: '~own.alias~', key: '~own.key~', address: 'x', lat: 1, lng: 1 } },
  'cards.updateSettings': { input: { alias: '~own.alias~', key: '~own.key~', updateType: 0, setting: 'ShowName', value: false } },
  'cards.qr': { params: { alias: '~own.alias~', version: 'latest' } },
  'cards.vCard': { params: { alias: '~own.alias~', version: 'latest' } },
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
  'links.look': { params: ofLink },
  'links.shorten': { query: { longUrl: 'http://localhost:3000/~own.alias~/home' } },
  'media.upload': { params: { alias: '~own.alias~', kind: 'profile' }, query: {} },
  'operator.addImportPart': { input: { id: '~own.newImportId~', place: 0, data: Buffer.from(row).toString('base64') } },
  'operator.bill': { input: { alias: '~own.alias~', act: 'pay', submissionId: '~turn.uuid~', offer: 'PRO', amount: '15' } },
  'operator.blockHost': { input: { host: 'evil-~turn.number~.example', isBlocked: true, reason: 'x' } },
  'operator.checkImport': { input: { id: '~own.newImportId~' } },
  'operator.closeReport': { input: { id: '~own.reportId~' } },
  'operator.compareBilling': { isOutside: true, input: {} },
  'operator.importReport': { params: ofImport },
  'operator.mail': { params: { id: '~own.mailId~' } },
  'operator.readImport': { params: ofImport },
  'operator.release': { input: { name: '~own.name~' } },
  'operator.reserve': { input: { name: 'kept-~turn.number~', reason: 'x' } },
  'operator.retryJob': { input: { id: '~own.jobId~' } },
  'operator.runImport': { input: ofImport },
  'operator.takeDown': { input: { alias: '~own.alias~', kind: 'link', what: '~own.link~', isDown: true, reason: 'x' } },
  'privacy.keep': { as: 'leaver', input: {} },
  'privacy.leave': { as: 'leaver', input: { confirm: '~own.email~' } },
  'push.subscribe': {
    input: { enabled: true, subjectId: '~own.subjectId~', key: '~own.key~', token: pushToken, device: 'phone', topics: [] },
  },
  'push.subscription': { input: { subjectId: '~own.subjectId~', token: pushToken, device: 'phone' } },
  'push.test': { input: { subjectId: '~own.subjectId~', device: 'phone' } },
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

/** In this order after all others: they end what those need, or need what those made. */
export const ends = [
  'releases.publishVersion',
  'releases.latest',
  'releases.removeVersion',
  'contacts.erase',
  'operator.release',
  'accounts.endSession',
  'privacy.leave',
  'privacy.keep',
  'accounts.logout',
  'accounts.resetPassword',
]
