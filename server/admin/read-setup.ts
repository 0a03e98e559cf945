import type { Setup } from '#contract/admin/admin.ts'
import { setupParts, type SetupPart } from '#contract/admin/admin-choices.ts'
import { urlsPerHost } from '#server/database/client.ts'
import type { Settings } from '#server/settings.ts'
import { descriptions } from '#server/settings/descriptions.ts'

type State = Setup['parts'][number]['state']
/** How much of a value may leave: all of it, the host of its URL, or only whether it is set. */
type Visibility = 'value' | 'host' | 'secret'
type Part = { stateOf: (settings: Settings) => State; settings: Partial<Record<keyof Settings, Visibility>> }

const setOr = (isSet: boolean, otherwise: State): State => (isSet ? 'set' : otherwise)

const parts: Record<SetupPart, Part> = {
  site: {
    // Over http phones refuse to install a card and to notify.
    stateOf: ({ publicUrl }) => setOr(publicUrl.startsWith('https:'), 'warning'),
    settings: { publicUrl: 'value', productName: 'value', trustProxy: 'value', signUp: 'value', supportPhone: 'value', helpUrl: 'host' },
  },
  database: {
    stateOf: ({ databaseUrl }) => setOr(databaseUrl !== null, 'default'),
    settings: { databaseUrl: 'host', databaseDirectUrl: 'host', dataDir: 'value' },
  },
  storage: {
    stateOf: ({ storage }) => setOr(storage === 's3', 'default'),
    settings: {
      storage: 'value',
      storageUrl: 'host',
      storageBucket: 'value',
      storageKeyId: 'secret',
      storageSecret: 'secret',
      backupTo: 'value',
      backupPassphraseFile: 'secret',
    },
  },
  mail: {
    stateOf: ({ smtpUrl }) => setOr(smtpUrl !== '', 'warning'),
    settings: { smtpUrl: 'host', mailFrom: 'value' },
  },
  payments: {
    stateOf: ({ stripeSecretKey }) => setOr(stripeSecretKey !== '', 'default'),
    settings: {
      plans: 'value',
      stripeSecretKey: 'secret',
      stripeWebhookSecret: 'secret',
      stripeTax: 'value',
      currency: 'value',
      proPrice: 'value',
      teamPrice: 'value',
      trialDays: 'value',
    },
  },
  identity: {
    stateOf: ({ oidcIssuer }) => setOr(oidcIssuer !== '', 'default'),
    settings: { oidcIssuer: 'host', oidcClientId: 'value', oidcClientSecret: 'secret' },
  },
  notifications: {
    stateOf: ({ vapidPublicKey }) => setOr(vapidPublicKey !== '', 'default'),
    settings: { vapidPublicKey: 'secret', vapidPrivateKey: 'secret', vapidSubject: 'value' },
  },
  map: {
    stateOf: ({ tilesUrl, geocoder }) => setOr(tilesUrl !== '' || geocoder !== 'off', 'off'),
    // A tile server's URL may contain a key.
    settings: { geocoder: 'value', geocoderKey: 'secret', tilesUrl: 'host' },
  },
  captcha: {
    stateOf: ({ captcha }) => setOr(captcha !== 'proof-of-work', 'default'),
    settings: { captcha: 'value', captchaSiteKey: 'secret', captchaSecret: 'secret' },
  },
  reviews: {
    stateOf: ({ bridgeToken, lenderPartnerId }) => setOr(bridgeToken !== '' || lenderPartnerId !== '', 'off'),
    settings: { bridgeToken: 'secret', lenderPartnerId: 'secret' },
  },
  monitoring: {
    stateOf: ({ metricsToken }) => setOr(metricsToken !== '', 'default'),
    settings: { metricsToken: 'secret', logLevel: 'value' },
  },
}

/** What is configured, what is left to the built-in default, and the settings that decide it. */
export const readSetup = (settings: Settings): Setup => ({
  parts: setupParts
    .filter((part) => part !== 'payments' || settings.plans)
    .map((part) => ({
      part,
      state: parts[part].stateOf(settings),
      settings: Object.entries(parts[part].settings).map(([key, visibility]) => present(settings, key as keyof Settings, visibility)),
    })),
})

function present(settings: Settings, key: keyof Settings, visibility: Visibility): Setup['parts'][number]['settings'][number] {
  const { name, fallback, read } = descriptions[key]
  const value = write(settings[key])
  const isSet = value !== write(read(fallback))
  if (visibility === 'value') return { name, value, isSet }
  const hosts = urlsPerHost(value).map((url) => (URL.canParse(url) ? new URL(url).host : ''))
  return { name, value: visibility === 'host' ? hosts.join(', ') : '', isSet }
}

function write(value: Settings[keyof Settings]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value ?? '')
}
