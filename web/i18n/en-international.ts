import type { AccountCatalogue } from './account/account-en.ts'
import type { LaterCatalogue } from './later/en.ts'

/** The catalogues are American English. English readers elsewhere get these instead: what they spell or call differently. */
export const enInternationalLater = { 'contacts.zip': 'Postal code' } as const satisfies Partial<LaterCatalogue>

export const enInternationalAccount = {
  'signup.lookLead': 'One layout, one colour palette. You can change everything later.',
  'signup.colours': 'Colours',
  'signup.paletteSecond': 'Accent colour',
  'desk.ground': 'Background colour',
  'desk.faultGround': 'Enter a colour as #rrggbb.',
  'editor.tel': 'Mobile, for dialling',
  'editor.zip': 'Postal code',
  'editor.door': 'Colour palettes',
  'editor.doorLead': 'Change all colours in one tap',
  'editor.coloursBack': 'Reset to published colours',
  'editor.coloursUsual': 'Reset to the layout’s colours',
  'editor.lifted': 'We adjusted your {colour} colour',
  'editor.companyLicense': 'Company licence (NMLS)',
  'editor.companyLicenseHint': 'Shown next to your licence number, as you write it.',
  'editor.home.license': 'Licence number',
  'editor.home.center': 'Centre',
  'editor.home.hideProfileMore': 'Title, tag line, licence and company still appear on other pages.',
  'fault.colourWrong': 'Enter a colour such as #1f533f.',
  'operator.plan.CANCELLED': 'Cancelled',
  'operator.act.billing.cancel': 'Cancelled a plan',
  'subscription.cancelled': 'Cancelled. You won’t be charged again.',
  'subscribe.zip': 'Postal code',
} as const satisfies Partial<AccountCatalogue>
