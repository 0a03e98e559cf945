/**
 * The calls that a visitor's browser makes, and the one place where their addresses are written: plain data, so that a browser can
 * carry it without carrying the schemas. `{product}` stands for the configured slug.
 */
export const visitorAddresses = {
  'api.reach': 'HEAD /remote/api',
  'cards.settings': 'GET /remote/api/public/e-card-settings',
  'links.shorten': 'GET /remote/api/public/shorten-url/',
  'visits.track': 'POST /remote/api/public/track',
  'contacts.submit': 'POST /remote/api/public/connect-client',
  'contacts.challenge': 'GET /remote/api/public/captcha-challenge',
  'contacts.form': 'GET /remote/api/public/connect-form/:alias',
  'accounts.silentLogin': 'GET /bff/silent-login',
} as const
