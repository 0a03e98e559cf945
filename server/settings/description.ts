import { resolve } from 'node:path'
import { logLevels } from '#server/integrations/log.ts'
import {
  base64Url,
  currencyCode,
  hostList,
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

/** Every setting there is. Parsing, refusals and docs/settings.md come from here. */
export const described = {
  port: { name: 'PORT', fallback: '3000', meaning: 'The port to listen on.', read: wholeNumber(1, 65_535) },
  host: {
    name: 'HOST',
    fallback: 'localhost',
    meaning: 'The address to listen on. `0.0.0.0` listens to everybody who can reach this machine.',
    read: matching(/^[\w.:-]+$/, 'a host name or address'),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    fallback: '',
    meaning: 'The address people use, such as `https://cards.example.com`. Codes, links and mails carry it. Empty: host and port.',
    read: webOrigin('https://cards.example.com'),
  },
  dataDir: {
    name: 'DATA_DIR',
    fallback: './data',
    meaning: 'Where the embedded database and the pictures live. Back it up with `npm run carte -- backup FILE`.',
    read: (text: string) => resolve(text),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    meaning: 'A PostgreSQL 15 or newer, such as `postgres://user:password@host/database`. Empty: the embedded one.',
    read: (text: string) => (text === '' ? null : postgresAddress(text)),
  },
  storage: {
    name: 'STORAGE',
    fallback: 'disk',
    meaning: 'Where pictures live: `disk`, in `DATA_DIR`, or `s3`, in a bucket of anybody who speaks S3. Several instances want `s3`.',
    read: oneOf(['disk', 's3']),
  },
  storageUrl: {
    name: 'STORAGE_URL',
    fallback: '',
    meaning: 'Where the bucket is reached, without its name: `https://s3.eu-central-1.amazonaws.com`, or the address of your MinIO or R2.',
    read: (text: string) => webAddress('https://s3.eu-central-1.amazonaws.com')(text).replace(/\/$/, ''),
  },
  storageBucket: {
    name: 'STORAGE_BUCKET',
    fallback: '',
    meaning: 'The bucket. It need not be public, and should not.',
    read: matching(/^$|^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'the name of a bucket: small letters, digits, dots and hyphens'),
  },
  storageRegion: {
    name: 'STORAGE_REGION',
    fallback: '',
    meaning: 'The region the bucket is in. Empty: the one in STORAGE_URL, or else `us-east-1`, which those without regions take.',
    read: matching(/^[a-z\d-]*$/, 'a region such as eu-central-1'),
  },
  storageKeyId: {
    name: 'STORAGE_KEY_ID',
    fallback: '',
    meaning: 'The key that may read, write, list and delete in the bucket.',
    read: secret,
  },
  storageSecret: { name: 'STORAGE_SECRET', fallback: '', meaning: 'The secret that belongs to it.', read: strongSecret },
  storagePrefix: {
    name: 'STORAGE_PREFIX',
    fallback: '',
    meaning: 'A folder in the bucket, such as `carte/`, where others use it too. Empty: all of it is ours.',
    read: (text: string) => matching(/^$|^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/, 'a folder such as carte/')(text).replace(/(?<=.)\/?$/, '/'),
  },
  storagePathStyle: {
    name: 'STORAGE_PATH_STYLE',
    fallback: 'on',
    meaning: '`off` where the provider wants the bucket’s name in front of the host instead of after it.',
    read: onOrOff,
  },
  stopGraceSeconds: {
    name: 'STOP_GRACE_SECONDS',
    fallback: '0',
    meaning:
      'How long it goes on serving after the stop signal while `/readyz` says 503, so that a balancer notices. A little more than the time between two of its looks.',
    read: wholeNumber(0, 300),
  },
  productName: {
    name: 'PRODUCT_NAME',
    fallback: 'Carte',
    meaning: 'What the product is called on its pages.',
    read: matching(/^[^<>\p{Cc}]{1,40}$/u, 'a name of at most 40 letters'),
  },
  productSlug: {
    name: 'PRODUCT_SLUG',
    fallback: 'carte',
    meaning:
      'The product’s name in addresses, events and JSON keys. Choose it before the first card; changing it later breaks what others have saved.',
    read: matching(
      /^(?!(?:api|bff|clients|public|remote|subscription)$)[a-z][a-z0-9]{1,19}$/,
      '2 to 20 small letters or digits, and none of our own words',
    ),
  },
  demo: { name: 'DEMO', fallback: 'on', meaning: 'Fills an empty store with six demo cards. `off` refuses them.', read: onOrOff },
  trustProxy: {
    name: 'TRUST_PROXY',
    fallback: 'off',
    meaning: '`on` when a server of yours stands in front and sets X-Forwarded-For: only then is it believed.',
    read: onOrOff,
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    fallback: '',
    meaning:
      'Who says `Authorization: Bearer` and this may read `/metrics`, from wherever; at least 16 characters. Empty: whoever asks from this machine or a private network, and not through a proxy.',
    read: longSecret,
  },
  logLevel: { name: 'LOG_LEVEL', fallback: 'info', meaning: `The least that is written: ${logLevels.join(', ')}.`, read: oneOf(logLevels) },
  supportPhone: {
    name: 'SUPPORT_PHONE',
    fallback: '',
    meaning: 'The number on the pages of a card that is switched off. Empty: no number.',
    read: matching(/^$|^\+?[\d ().-]{5,24}$/, 'a phone number'),
  },
  helpUrl: {
    name: 'HELP_URL',
    fallback: '',
    meaning: 'Where the menu’s help entry leads. Empty: no entry.',
    read: webAddress('https://help.example.com'),
  },
  homeValueUrl: {
    name: 'HOME_VALUE_URL',
    fallback: '',
    meaning: 'Where the menu’s “Your Home Value” leads when the card has no such link itself. Empty: no entry.',
    read: webAddress('https://value.example.com'),
  },
  installVideoIphone: {
    name: 'INSTALL_VIDEO_IPHONE',
    fallback: '',
    meaning:
      'A film of how a card is installed on an iPhone: an `.mp4` or `.webm` opens in the page, anything else beside it. Empty: our drawings.',
    read: webAddress('https://films.example.com/iphone.mp4'),
  },
  installVideoAndroid: {
    name: 'INSTALL_VIDEO_ANDROID',
    fallback: '',
    meaning: 'The same for phones with Android.',
    read: webAddress('https://films.example.com/android.mp4'),
  },
  geocoder: {
    name: 'GEOCODER',
    fallback: 'off',
    meaning: 'Who finds where an office is when its address is saved: `nominatim`, `google`, or `off`. Visitors’ pages never ask.',
    read: oneOf(['off', 'nominatim', 'google']),
  },
  geocoderUrl: {
    name: 'GEOCODER_URL',
    fallback: '',
    meaning: 'A geocoder of your own that speaks as the chosen one does. Empty: the public one, whose rules you then keep.',
    read: webAddress('https://geocoder.example.com'),
  },
  geocoderKey: { name: 'GEOCODER_KEY', fallback: '', meaning: 'The key that Google’s geocoder wants.', read: strongSecret },
  linkCheck: {
    name: 'LINK_CHECK',
    fallback: 'on',
    meaning:
      'Whether the links of published cards are checked at night. Owners see the broken ones on their home page. `off`: no link is opened.',
    read: onOrOff,
  },
  tilesUrl: {
    name: 'TILES_URL',
    fallback: '',
    meaning:
      'Where the pictures of the map come from, such as `https://tiles.example.com/{z}/{x}/{y}.png`. Empty: no map is drawn, and nobody else is asked for anything.',
    read: tileAddress,
  },
  tilesAttribution: {
    name: 'TILES_ATTRIBUTION',
    fallback: '© OpenStreetMap contributors',
    meaning: 'Whom the map thanks, in its corner.',
    read: matching(/^[^<>\p{Cc}]{0,120}$/u, 'at most 120 letters'),
  },
  bridgeUrl: {
    name: 'ZILLOW_BRIDGE_URL',
    fallback: 'https://api.bridgedataoutput.com/api/v2',
    meaning: 'Where agents’ Zillow reviews are asked for.',
    read: webAddress('https://api.bridgedataoutput.com/api/v2'),
  },
  bridgeToken: {
    name: 'ZILLOW_BRIDGE_TOKEN',
    fallback: '',
    meaning: 'The access token of your Bridge account. Empty: agents’ Zillow reviews are not asked for.',
    read: strongSecret,
  },
  lenderReviewsUrl: {
    name: 'ZILLOW_LENDER_URL',
    fallback: 'https://mortgageapi.zillow.com',
    meaning: 'Where lenders’ Zillow reviews are asked for.',
    read: webAddress('https://mortgageapi.zillow.com'),
  },
  lenderPartnerId: {
    name: 'ZILLOW_PARTNER_ID',
    fallback: '',
    meaning: 'Your partner id for lenders’ reviews. Empty: they are not asked for.',
    read: secret,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    fallback: '',
    meaning:
      'The server that takes our mails, with the user and password in it: `smtps://user:password@mail.example.com`. Empty: each mail is a file in `DATA_DIR/outbox`.',
    read: smtpAddress,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    fallback: '',
    meaning: 'Whom mails come from, such as `Cards <cards@example.com>`. Empty: PRODUCT_NAME, no-reply at the host of PUBLIC_URL.',
    read: mailSender,
  },
  vapidPublicKey: {
    name: 'VAPID_PUBLIC_KEY',
    fallback: '',
    meaning: 'The public half of your own key pair for notices. Empty: a pair is made once and kept in the database.',
    read: base64Url(65),
  },
  vapidPrivateKey: { name: 'VAPID_PRIVATE_KEY', fallback: '', meaning: 'Its private half.', read: base64Url(32) },
  vapidSubject: {
    name: 'VAPID_SUBJECT',
    fallback: '',
    meaning:
      'Where push services reach you when notices trouble them: `mailto:` or `https:`. Empty: PUBLIC_URL, or MAIL_FROM where that is not https.',
    read: matching(/^$|^mailto:[^\s@]+@[^\s@]+$|^https:\/\/[^\s/]+(\/\S*)?$/, 'an address that begins with mailto: or https:'),
  },
  pushHosts: {
    name: 'PUSH_HOSTS',
    fallback: '',
    meaning:
      'Push services besides those of Google, Mozilla, Microsoft and Apple, as `host` or `host:port`, with commas between. For tests, and for a service of your own.',
    read: hostList,
  },
  pushCaFile: {
    name: 'PUSH_CA_FILE',
    fallback: '',
    meaning: 'A file (PEM) with the certificate that the hosts of PUSH_HOSTS show, where nobody else vouches for it.',
    read: (text: string) => (text === '' ? '' : resolve(text)),
  },
  captcha: {
    name: 'CAPTCHA',
    fallback: 'proof-of-work',
    meaning: 'What keeps machines from the contact form: `proof-of-work` asks nobody outside; `recaptcha` (v3) and `turnstile` do.',
    read: oneOf(['proof-of-work', 'recaptcha', 'turnstile']),
  },
  captchaCost: {
    name: 'CAPTCHA_COST',
    fallback: '2000',
    meaning:
      'How much a browser has to work out for the contact form. Higher slows machines down, and people’s phones too; double it in a flood.',
    read: wholeNumber(1, 100_000),
  },
  captchaSiteKey: { name: 'CAPTCHA_SITE_KEY', fallback: '', meaning: 'The public key that reCAPTCHA or Turnstile gave you.', read: secret },
  captchaSecret: { name: 'CAPTCHA_SECRET', fallback: '', meaning: 'The secret that belongs to it.', read: strongSecret },
  captchaUrl: {
    name: 'CAPTCHA_URL',
    fallback: '',
    meaning: 'Where answers are checked, if not at Google’s or Cloudflare’s own address. For tests, and for a relay of your own.',
    read: webAddress('https://captcha.example.com'),
  },
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    fallback: '',
    meaning:
      'An OpenID Connect provider that keeps the accounts, such as `https://login.example.com`. Register `PUBLIC_URL/bff/callback`, after logout `PUBLIC_URL/bff/logout`, and for back-channel logout `PUBLIC_URL/bff/backchannel`. It must be https, except on this machine, or on a private network that OIDC_HOSTS names. Empty: accounts live here.',
    read: (text: string) => webAddress('https://login.example.com')(text).replace(/\/$/, ''),
  },
  oidcHosts: {
    name: 'OIDC_HOSTS',
    fallback: '',
    meaning:
      'Hosts in your own network, besides the one of OIDC_ISSUER, where the provider keeps its tokens or keys, as `host` or `host:port`, with commas between. Naming the host of an `http:` OIDC_ISSUER here accepts that everyone in that network is trusted. Others are asked only at public addresses, by https on port 443.',
    read: hostList,
  },
  oidcClientId: { name: 'OIDC_CLIENT_ID', fallback: '', meaning: 'What the provider calls this installation.', read: secret },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    fallback: '',
    meaning: 'The secret the provider gave it. Empty: a public client, with PKCE alone.',
    read: strongSecret,
  },
  oidcFresh: {
    name: 'OIDC_FRESH',
    fallback: 'proved',
    meaning:
      'What makes a sign-in at the provider fresh: `proved`, when its signed `auth_time` says so; `asked`, for a provider that never says it (Google, GitLab, Dex): that a new sign-in was asked for. Then whoever holds an open device may count as fresh.',
    read: oneOf(['proved', 'asked']),
  },
  limitFactor: {
    name: 'LIMIT_FACTOR',
    fallback: '1',
    meaning:
      'How many times as often as [limits.md](limits.md) says anybody may call: `3` for a fair where everybody stands behind one address, `0.5` in a flood. What is counted by mailbox stays as it is.',
    read: factor,
  },
  visitEventMonths: {
    name: 'VISIT_EVENT_MONTHS',
    fallback: '14',
    meaning:
      'For how many months each visit and click is kept one by one, at the longest; 14 or fewer. Reports read counts and need none. 0: only counts are kept.',
    read: wholeNumber(0, 14),
  },
  trialDays: {
    name: 'TRIAL_DAYS',
    fallback: '30',
    meaning: 'How many days of PRO an account’s first card begins with, without a payment method. 0: none.',
    read: wholeNumber(0, 365),
  },
  dunningDays: {
    name: 'DUNNING_DAYS',
    fallback: '14',
    meaning: 'How many days PRO stays open after a payment that failed.',
    read: wholeNumber(0, 60),
  },
  currency: {
    name: 'CURRENCY',
    fallback: 'USD',
    meaning: 'What prices are in, as three letters.',
    read: currencyCode,
  },
  proPrice: { name: 'PRO_PRICE', fallback: '15', meaning: 'What PRO costs a month, such as `15` or `14.90`.', read: money },
  teamPrice: {
    name: 'TEAM_PRICE',
    fallback: '',
    meaning: 'What PRO Team costs a month; `ask` names it on the provider’s page alone. Empty: there is no such offer.',
    read: (text: string) => (text === '' || text === 'ask' ? text : money(text)),
  },
  stripeSecretKey: {
    name: 'STRIPE_SECRET_KEY',
    fallback: '',
    meaning:
      'The secret key of a Stripe account, which then takes the money. Prices are found there by the lookup keys `SLUG_pro` and `SLUG_pro_team`. Empty: whoever runs this installation notes what was paid.',
    read: strongSecret,
  },
  stripeWebhookSecret: {
    name: 'STRIPE_WEBHOOK_SECRET',
    fallback: '',
    meaning: 'What Stripe signs its events with. Register `PUBLIC_URL/remote/subscription/events` there.',
    read: strongSecret,
  },
  stripeTax: {
    name: 'STRIPE_TAX',
    fallback: 'off',
    meaning: '`on` lets Stripe reckon and add taxes, once Stripe Tax is set up there; it then asks for the billing address.',
    read: onOrOff,
  },
  stripeUrl: {
    name: 'STRIPE_URL',
    fallback: 'https://api.stripe.com',
    meaning: 'Where Stripe is asked. For tests, and for a relay of your own.',
    read: webOrigin('https://api.stripe.com'),
  },
} as const satisfies Record<string, Description>

type Described = typeof described
export type Settings = { -readonly [Key in keyof Described]: ReturnType<Described[Key]['read']> }
