import { resolve } from 'node:path'
import { logFormats, logLevels } from '#server/integrations/log.ts'
import {
  backupKeep,
  backupTarget,
  base64Url,
  currencyCode,
  hostList,
  interval,
  signUpRule,
  mailSender,
  matching,
  money,
  onOrOff,
  oneOf,
  postgresAddress,
  longSecret,
  secret,
  smtpAddress,
  strongSecret,
  tileAddress,
  type Reader,
  webAddress,
  webOrigin,
  factor,
  wholeNumber,
} from './readers.ts'

export type Description<T = unknown> = { name: string; fallback: string; meaning: string; read: Reader<T> }

/** All settings. Parsing, error messages and docs/settings.md are derived from this list. */
export const descriptions = {
  port: { name: 'PORT', fallback: '3000', meaning: 'The port to listen on.', read: wholeNumber(1, 65_535) },
  host: {
    name: 'HOST',
    fallback: 'localhost',
    meaning: 'The address to listen on. `0.0.0.0` accepts connections from other machines.',
    read: matching(/^[\w.:-]+$/, 'a host name or address'),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    fallback: '',
    meaning: 'The address people use, such as `https://cards.example.com`. QR codes, links and emails contain it. Empty: host and port.',
    read: webOrigin('https://cards.example.com'),
  },
  dataDir: {
    name: 'DATA_DIR',
    fallback: './data',
    meaning: 'The folder of the embedded database and the images. Back it up with `npm run carte -- backup FILE`.',
    read: (text: string) => resolve(text),
  },
  backupBeforeMigrate: {
    name: 'BACKUP_BEFORE_MIGRATE',
    fallback: 'on',
    meaning:
      'Before an update migrates a database with data, its rows are backed up to `DATA_DIR/backups` (without images, which no migration touches; the last two are kept). `off`: without a backup.',
    read: onOrOff,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    meaning:
      'A PostgreSQL database, version 15 or newer, such as `postgres://user:password@host/database?sslmode=verify-full`. Several hosts (`host1,host2`): whichever is the primary. Empty: the embedded one.',
    read: (text: string) => (text === '' ? null : postgresAddress(text)),
  },
  databaseDirectUrl: {
    name: 'DATABASE_DIRECT_URL',
    fallback: '',
    meaning:
      'The same database without the pooler, if DATABASE_URL leads through one: edits then show on other servers within milliseconds instead of two seconds.',
    read: (text: string) => (text === '' ? null : postgresAddress(text)),
  },
  storage: {
    name: 'STORAGE',
    fallback: 'disk',
    meaning:
      'Where images are stored: `disk` (in `DATA_DIR`) or `s3` (in a bucket of any S3-compatible provider). Several instances need `s3`.',
    read: oneOf(['disk', 's3']),
  },
  storageUrl: {
    name: 'STORAGE_URL',
    fallback: '',
    meaning: 'The S3 endpoint, without the bucket’s name: `https://s3.eu-central-1.amazonaws.com`, or the address of your MinIO or R2.',
    read: (text: string) => webAddress('https://s3.eu-central-1.amazonaws.com')(text).replace(/\/$/, ''),
  },
  storageBucket: {
    name: 'STORAGE_BUCKET',
    fallback: '',
    meaning: 'The bucket’s name. It should not be public.',
    read: matching(/^$|^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'the name of a bucket: lowercase letters, digits, dots and hyphens'),
  },
  storageRegion: {
    name: 'STORAGE_REGION',
    fallback: '',
    meaning: 'The bucket’s region. Empty: the one in STORAGE_URL, or `us-east-1`, which providers without regions accept.',
    read: matching(/^[a-z\d-]*$/, 'a region such as eu-central-1'),
  },
  storageKeyId: {
    name: 'STORAGE_KEY_ID',
    fallback: '',
    meaning: 'The access key ID, with permission to read, write, list and delete in the bucket.',
    read: secret,
  },
  storageSecret: { name: 'STORAGE_SECRET', fallback: '', meaning: 'The secret access key.', read: strongSecret },
  storagePrefix: {
    name: 'STORAGE_PREFIX',
    fallback: '',
    meaning: 'A folder in the bucket, such as `carte/`, if the bucket is shared. Empty: Carte uses the whole bucket.',
    read: (text: string) => matching(/^$|^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/, 'a folder such as carte/')(text).replace(/(?<=.)\/?$/, '/'),
  },
  storagePathStyle: {
    name: 'STORAGE_PATH_STYLE',
    fallback: 'on',
    meaning: '`off` if the provider expects the bucket’s name before the host instead of in the path.',
    read: onOrOff,
  },
  backupTo: {
    name: 'BACKUP_TO',
    fallback: '',
    meaning:
      'Where backups are written: an existing folder such as `/mnt/backups`, best on another disk, or `s3://BUCKET/FOLDER` at STORAGE_URL with the key in STORAGE_KEY_ID. Empty: no automatic backups.',
    read: backupTarget,
  },
  backupEvery: {
    name: 'BACKUP_EVERY',
    fallback: '1d',
    meaning: 'How often: hours or days, such as `6h`.',
    read: interval,
  },
  backupKeep: {
    name: 'BACKUP_KEEP',
    fallback: '7d 4w 6m',
    meaning:
      'For how many of the last days (`d`), weeks (`w`), months (`m`) and hours (`h`) the newest backup is kept. Others of this installation are deleted; the newest one never.',
    read: backupKeep,
  },
  backupPassphraseFile: {
    name: 'BACKUP_PASSPHRASE_FILE',
    fallback: '',
    meaning:
      'A file whose first line encrypts backups: 12 characters or more, readable by its owner only (mode 0600). Keep a copy elsewhere: without it they can’t be opened. Empty: backups are not encrypted.',
    read: (text: string) => (text === '' ? null : resolve(text)),
  },
  stopGraceSeconds: {
    name: 'STOP_GRACE_SECONDS',
    fallback: '0',
    meaning:
      'How long to keep serving after the stop signal while `/readyz` answers 503, so that load balancers notice. A little more than the interval of their health checks.',
    read: wholeNumber(0, 300),
  },
  productName: {
    name: 'PRODUCT_NAME',
    fallback: 'Carte',
    meaning: 'The product’s name on its pages.',
    read: matching(/^[^<>\p{Cc}]{1,40}$/u, 'a name of at most 40 characters'),
  },
  productSlug: {
    name: 'PRODUCT_SLUG',
    fallback: 'carte',
    meaning:
      'The product’s name in addresses, events and JSON keys. Choose it before the first card; changing it later breaks saved links and integrations.',
    read: matching(
      /^(?!(?:api|bff|clients|public|remote|subscription)$)[a-z][a-z0-9]{1,19}$/,
      '2 to 20 lowercase letters or digits, and not a reserved word',
    ),
  },
  productDescription: {
    name: 'PRODUCT_DESCRIPTION',
    fallback: '',
    meaning: 'One sentence about you on the front page, without the demo. Empty: a built-in one.',
    read: matching(/^[^<>\p{Cc}]{0,160}$/u, 'one sentence of at most 160 characters'),
  },
  signUp: {
    name: 'SIGN_UP',
    fallback: 'open',
    meaning:
      'Who can create an account: `open` (anyone), `invited` (people with an administrator’s invitation), `off`, or mail domains such as `example.com, *.example.org`: addresses there, and invited people. `*.` means subdomains only. Accounts that exist are not affected.',
    read: signUpRule,
  },
  demo: {
    name: 'DEMO',
    fallback: 'on',
    meaning: '`on` creates six demo cards in an empty installation; `off` creates none.',
    read: onOrOff,
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    fallback: 'off',
    meaning: '`on` if your own proxy is in front and sets X-Forwarded-For. Otherwise that header is ignored.',
    read: onOrOff,
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    fallback: '',
    meaning:
      'The bearer token for `/metrics`, at least 16 characters. Empty: `/metrics` answers only requests from this machine or a private network that did not come through a proxy.',
    read: longSecret,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'auto',
    meaning:
      '`debug`, `info`, `warn` or `error`: the lowest level that is logged. `auto`: `warn` for text in a terminal, `info` otherwise.',
    read: oneOf(logLevels),
  },
  logFormat: {
    name: 'LOG_FORMAT',
    fallback: 'auto',
    meaning: '`json` for one JSON line per event, `text` for lines to read, or `auto`: text in a terminal, JSON otherwise.',
    read: oneOf(logFormats),
  },
  supportPhone: {
    name: 'SUPPORT_PHONE',
    fallback: '',
    meaning: 'The phone number on the pages of a disabled card. Empty: no number.',
    read: matching(/^$|^\+?[\d ().-]{5,24}$/, 'a phone number'),
  },
  helpUrl: {
    name: 'HELP_URL',
    fallback: '',
    meaning: 'The link of the menu’s help entry. Empty: no entry.',
    read: webAddress('https://help.example.com'),
  },
  homeValueUrl: {
    name: 'HOME_VALUE_URL',
    fallback: '',
    meaning: 'The link of the menu’s “Your Home Value” for cards without their own. Empty: no entry.',
    read: webAddress('https://value.example.com'),
  },
  privacyUrl: {
    name: 'PRIVACY_URL',
    fallback: '',
    meaning: 'The link to the privacy policy at the foot of the front page. Empty: no link.',
    read: webAddress('https://example.com/privacy'),
  },
  termsUrl: {
    name: 'TERMS_URL',
    fallback: '',
    meaning: 'The same for the terms of use.',
    read: webAddress('https://example.com/terms'),
  },
  accessibilityUrl: {
    name: 'ACCESSIBILITY_URL',
    fallback: '',
    meaning: 'The same for the accessibility statement.',
    read: webAddress('https://example.com/accessibility'),
  },
  sourceUrl: {
    name: 'SOURCE_URL',
    fallback: '',
    meaning: 'The same for the source code. The license (AGPL) asks you to offer it if you changed Carte.',
    read: webAddress('https://git.example.com/carte'),
  },
  installVideoIphone: {
    name: 'INSTALL_VIDEO_IPHONE',
    fallback: '',
    meaning:
      'A video that shows how to install a card on an iPhone: an `.mp4` or `.webm` plays in the page, anything else opens in a new tab. Empty: built-in illustrations.',
    read: webAddress('https://videos.example.com/iphone.mp4'),
  },
  installVideoAndroid: {
    name: 'INSTALL_VIDEO_ANDROID',
    fallback: '',
    meaning: 'The same for Android.',
    read: webAddress('https://videos.example.com/android.mp4'),
  },
  geocoder: {
    name: 'GEOCODER',
    fallback: 'off',
    meaning:
      'The service that finds an office’s location when its address is saved: `nominatim`, `google`, or `off`. Visitors’ pages never call it.',
    read: oneOf(['off', 'nominatim', 'google']),
  },
  geocoderUrl: {
    name: 'GEOCODER_URL',
    fallback: '',
    meaning: 'Your own geocoder with the API of the chosen one. Empty: the public one, whose usage policy applies to you.',
    read: webAddress('https://geocoder.example.com'),
  },
  geocoderKey: { name: 'GEOCODER_KEY', fallback: '', meaning: 'The API key for Google’s geocoder.', read: strongSecret },
  linkCheck: {
    name: 'LINK_CHECK',
    fallback: 'on',
    meaning: '`on` checks the links of published cards at night; owners see broken ones on their home page. `off` opens no links.',
    read: onOrOff,
  },
  tilesUrl: {
    name: 'TILES_URL',
    fallback: '',
    meaning: 'The map tile server, such as `https://tiles.example.com/{z}/{x}/{y}.png`. Empty: no map, and no requests to other sites.',
    read: tileAddress,
  },
  tilesAttribution: {
    name: 'TILES_ATTRIBUTION',
    fallback: '© OpenStreetMap contributors',
    meaning: 'The attribution in the corner of the map.',
    read: matching(/^[^<>\p{Cc}]{0,120}$/u, 'at most 120 characters'),
  },
  bridgeUrl: {
    name: 'ZILLOW_BRIDGE_URL',
    fallback: 'https://api.bridgedataoutput.com/api/v2',
    meaning: 'The API for agents’ Zillow reviews.',
    read: webAddress('https://api.bridgedataoutput.com/api/v2'),
  },
  bridgeToken: {
    name: 'ZILLOW_BRIDGE_TOKEN',
    fallback: '',
    meaning: 'The access token of your Bridge account. Empty: no agents’ Zillow reviews.',
    read: strongSecret,
  },
  lenderReviewsUrl: {
    name: 'ZILLOW_LENDER_URL',
    fallback: 'https://mortgageapi.zillow.com',
    meaning: 'The API for lenders’ Zillow reviews.',
    read: webAddress('https://mortgageapi.zillow.com'),
  },
  lenderPartnerId: {
    name: 'ZILLOW_PARTNER_ID',
    fallback: '',
    meaning: 'Your partner ID for lenders’ reviews. Empty: no lenders’ Zillow reviews.',
    read: secret,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    fallback: '',
    meaning:
      'The mail server, with user and password: `smtps://user:password@mail.example.com`. Empty: each email is written to a file in `DATA_DIR/outbox`.',
    read: smtpAddress,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    fallback: '',
    meaning: 'The sender of emails, such as `Cards <cards@example.com>`. Empty: PRODUCT_NAME, no-reply at the host of PUBLIC_URL.',
    read: mailSender,
  },
  vapidPublicKey: {
    name: 'VAPID_PUBLIC_KEY',
    fallback: '',
    meaning: 'The public key of your own key pair for push notifications. Empty: a pair is created once and stored in the database.',
    read: base64Url(65),
  },
  vapidPrivateKey: { name: 'VAPID_PRIVATE_KEY', fallback: '', meaning: 'The private key of that pair.', read: base64Url(32) },
  vapidSubject: {
    name: 'VAPID_SUBJECT',
    fallback: '',
    meaning:
      'Where push services can contact you about problems: `mailto:` or `https:`. Empty: PUBLIC_URL, or MAIL_FROM if that is not https.',
    read: matching(/^$|^mailto:[^\s@]+@[^\s@]+$|^https:\/\/[^\s/]+(\/\S*)?$/, 'an address that begins with mailto: or https:'),
  },
  pushHosts: {
    name: 'PUSH_HOSTS',
    fallback: '',
    meaning:
      'Push services besides those of Google, Mozilla, Microsoft and Apple, as `host` or `host:port`, separated by commas. For tests and for your own service.',
    read: hostList,
  },
  pushCaFile: {
    name: 'PUSH_CA_FILE',
    fallback: '',
    meaning: 'A PEM file with the certificate authority of the hosts in PUSH_HOSTS, if it is not publicly trusted.',
    read: (text: string) => (text === '' ? '' : resolve(text)),
  },
  webhookHosts: {
    name: 'WEBHOOK_HOSTS',
    fallback: '',
    meaning:
      'Receivers of connections that may be in your own network, use http or another port, as `host` or `host:port`, separated by commas, such as `n8n.lan:5678`. Others must be public and use https.',
    read: hostList,
  },
  captcha: {
    name: 'CAPTCHA',
    fallback: 'proof-of-work',
    meaning: 'What protects the contact form from bots: `proof-of-work` (no third party), `recaptcha` (v3) or `turnstile`.',
    read: oneOf(['proof-of-work', 'recaptcha', 'turnstile']),
  },
  captchaCost: {
    name: 'CAPTCHA_COST',
    fallback: '2000',
    meaning:
      'How much a browser has to compute for the contact form. A higher cost slows down bots, and people’s phones too; double it during a spam burst.',
    read: wholeNumber(1, 100_000),
  },
  captchaSiteKey: { name: 'CAPTCHA_SITE_KEY', fallback: '', meaning: 'The site key from reCAPTCHA or Turnstile.', read: secret },
  captchaSecret: { name: 'CAPTCHA_SECRET', fallback: '', meaning: 'The secret key that belongs to it.', read: strongSecret },
  captchaUrl: {
    name: 'CAPTCHA_URL',
    fallback: '',
    meaning: 'Where captcha responses are verified, if not at Google or Cloudflare. For tests and for your own relay.',
    read: webAddress('https://captcha.example.com'),
  },
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    fallback: '',
    meaning:
      'An OpenID Connect provider for all logins, such as `https://login.example.com`. Register `PUBLIC_URL/bff/callback`, after logout `PUBLIC_URL/bff/logout`, and for back-channel logout `PUBLIC_URL/bff/backchannel`. It must be https, except on this machine or on a private network that OIDC_HOSTS names. Empty: Carte manages the accounts.',
    read: (text: string) => webAddress('https://login.example.com')(text).replace(/\/$/, ''),
  },
  oidcHosts: {
    name: 'OIDC_HOSTS',
    fallback: '',
    meaning:
      'Further hosts in your own network where the provider serves tokens or keys, as `host` or `host:port`, separated by commas. Naming the host of an `http:` OIDC_ISSUER here means that you trust everyone in that network. Other hosts are only reached at public addresses, by https on port 443.',
    read: hostList,
  },
  oidcClientId: { name: 'OIDC_CLIENT_ID', fallback: '', meaning: 'The client ID of this installation at the provider.', read: secret },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    fallback: '',
    meaning: 'The client secret. Empty: a public client, with PKCE only.',
    read: strongSecret,
  },
  oidcFresh: {
    name: 'OIDC_FRESH',
    fallback: 'proved',
    meaning:
      'When a login at the provider counts as recent: `proved`, if its signed `auth_time` is recent; `asked`, for providers without `auth_time` (Google, GitLab, Dex), if a new login was requested. With `asked`, a person with an unlocked device may count as having logged in recently.',
    read: oneOf(['proved', 'asked']),
  },
  limitFactor: {
    name: 'LIMIT_FACTOR',
    fallback: '1',
    meaning:
      'Multiplies the limits in [limits.md](limits.md): `3` for a trade fair where all visitors share one address, `0.5` during an attack. Limits per mailbox do not change.',
    read: factor,
  },
  visitEventMonths: {
    name: 'VISIT_EVENT_MONTHS',
    fallback: '14',
    meaning:
      'How many months each visit and click is stored individually, at most 14. Reports only need counts. 0: only counts are stored.',
    read: wholeNumber(0, 14),
  },
  plans: {
    name: 'PLANS',
    fallback: 'on',
    meaning:
      '`off` gives every card everything, forever: no plans, prices or trials are shown, and nothing is sold. Subscriptions and invoices stay stored. Turned on again, existing cards get a trial from that day.',
    read: onOrOff,
  },
  trialDays: {
    name: 'TRIAL_DAYS',
    fallback: '30',
    meaning: 'How many days of PRO an account’s first card gets without a payment method. 0: none.',
    read: wholeNumber(0, 365),
  },
  dunningDays: {
    name: 'DUNNING_DAYS',
    fallback: '14',
    meaning: 'How many days PRO stays open after a failed payment.',
    read: wholeNumber(0, 60),
  },
  currency: {
    name: 'CURRENCY',
    fallback: 'USD',
    meaning: 'The currency of prices, as its three-letter code.',
    read: currencyCode,
  },
  proPrice: { name: 'PRO_PRICE', fallback: '15', meaning: 'The monthly price of PRO, such as `15` or `14.90`.', read: money },
  teamPrice: {
    name: 'TEAM_PRICE',
    fallback: '',
    meaning: 'The monthly price of PRO Team; `ask` shows it only on the provider’s page. Empty: PRO Team is not offered.',
    read: (text: string) => (text === '' || text === 'ask' ? text : money(text)),
  },
  stripeSecretKey: {
    name: 'STRIPE_SECRET_KEY',
    fallback: '',
    meaning:
      'The secret key of the Stripe account that collects payments. Prices are found by the lookup keys `SLUG_pro` and `SLUG_pro_team`. Empty: an administrator records payments.',
    read: strongSecret,
  },
  stripeWebhookSecret: {
    name: 'STRIPE_WEBHOOK_SECRET',
    fallback: '',
    meaning: 'The signing secret of the webhook. Register `PUBLIC_URL/remote/subscription/events` at Stripe.',
    read: strongSecret,
  },
  stripeTax: {
    name: 'STRIPE_TAX',
    fallback: 'off',
    meaning: '`on` lets Stripe calculate and add taxes, once Stripe Tax is set up there; the checkout then asks for the billing address.',
    read: onOrOff,
  },
  stripeUrl: {
    name: 'STRIPE_URL',
    fallback: 'https://api.stripe.com',
    meaning: 'The Stripe API. For tests and for your own relay.',
    read: webOrigin('https://api.stripe.com'),
  },
  followUpBossUrl: {
    name: 'FOLLOW_UP_BOSS_URL',
    fallback: 'https://api.followupboss.com/v1',
    meaning: 'The Follow Up Boss API, which connections send contacts to. For tests and for your own relay.',
    read: (text: string) => webAddress('https://api.followupboss.com/v1')(text).replace(/\/$/, ''),
  },
  followUpBossSystemKey: {
    name: 'FOLLOW_UP_BOSS_SYSTEM_KEY',
    fallback: '',
    meaning:
      'The key of your registered system at Follow Up Boss, whose name must be PRODUCT_NAME. Its rate limits are higher. Empty: none.',
    read: strongSecret,
  },
  hubspotUrl: {
    name: 'HUBSPOT_URL',
    fallback: 'https://api.hubapi.com',
    meaning: 'The HubSpot API, which connections send contacts to. For tests and for your own relay.',
    read: webOrigin('https://api.hubapi.com'),
  },
} as const satisfies Record<string, Description>

type Described = typeof descriptions
export type Settings = { -readonly [Key in keyof Described]: ReturnType<Described[Key]['read']> }
