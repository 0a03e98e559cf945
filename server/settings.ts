import { isIP } from 'node:net'
import { distance } from '#server/word-distance.ts'
import { placeOf } from './integrations/guard/place-of.ts'
import { Refusal } from './refusal.ts'
import { described, type Description, type Settings } from './settings/description.ts'

export type { Settings }

/** What the environment says, checked; or a refusal with a line for each fault. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const faults = refusedNames(env)
  const read: Record<string, unknown> = {}
  for (const [key, { name, fallback, read: parse }] of Object.entries<Description>(described)) {
    try {
      read[key] = parse(env[name]?.trim() || fallback)
    } catch (error) {
      faults.push(`${name} ${error instanceof Error ? error.message : error}`)
    }
  }
  if (faults.length > 0) throw new Refusal(faults.join('\n'))
  // Every key of Settings is described, and each description reads its own type.
  const settings = read as Settings
  refuseContradictions(settings)
  settings.publicUrl ||= `http://${reachableName(settings.host)}:${settings.port}`
  return settings
}

function refuseContradictions(settings: Settings) {
  const { publicUrl, trustProxy, host, geocoder, geocoderKey } = settings
  refuseHalves(settings)
  refuseMixedStorage(settings)
  if (geocoder === 'google' && !geocoderKey)
    throw new Refusal('GEOCODER is google, which wants a key. Set GEOCODER_KEY, or choose nominatim or off.')
  if (settings.oidcIssuer && !settings.oidcClientId)
    throw new Refusal('OIDC_ISSUER is set, which wants a client. Set OIDC_CLIENT_ID, or leave OIDC_ISSUER empty.')
  refuseOpenIssuer(settings)
  const isLoopback = ['localhost', '127.0.0.1', '::1'].includes(host)
  if (publicUrl.startsWith('https:') && !trustProxy && !isLoopback) {
    throw new Refusal(
      `PUBLIC_URL is https, but Carte itself speaks http on ${host}. Put a server that ends TLS in front and set TRUST_PROXY=on, or set HOST=127.0.0.1.`,
    )
  }
  if (!settings.stripeSecretKey !== !settings.stripeWebhookSecret) {
    throw new Refusal(
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET work only together: without the second nothing Stripe tells could be believed. Set both, or neither.',
    )
  }
  const people = publicUrl ? new URL(publicUrl).hostname : 'localhost'
  const isPrivate = /^[\d.]+$|^\[/.test(people) || isPrivateName(people)
  if (publicUrl.startsWith('http:') && !isPrivate) {
    throw new Refusal(
      `PUBLIC_URL must be https://${people}: phones refuse to install and to notify from http, and everybody on the way can read it.`,
    )
  }
}

/** A name that no public name server knows. */
const isPrivateName = (name: string) => !name.includes('.') || /\.(local|lan|internal|test|localhost)$/.test(name)

/** Over http, an attacker on the network can change the provider's answers and log in as any user. */
function refuseOpenIssuer({ oidcIssuer, oidcHosts }: Settings) {
  if (!oidcIssuer.startsWith('http:')) return
  const { host, hostname } = new URL(oidcIssuer)
  const address = hostname.replace(/^\[|\]$/g, '')
  const isLoopback = isIP(address) === 4 ? address.startsWith('127.') : /(^|\.)localhost$|^::1$/.test(address)
  if (isLoopback) return
  const isPrivate = isIP(address) ? placeOf(address) === 'private' : isPrivateName(address)
  if (!isPrivate) {
    throw new Refusal(
      `OIDC_ISSUER must be https://${host}: over http, anybody between Carte and the provider could log in as anybody. http is for this machine or a private network only.`,
    )
  }
  if (!oidcHosts.includes(host)) {
    throw new Refusal(
      `OIDC_ISSUER is http, so anybody in the network of ${host} could log in as anybody. Use https, or set OIDC_HOSTS=${host} if that network is yours alone.`,
    )
  }
}

/** What works only together. */
function refuseHalves({ captcha, captchaSiteKey, captchaSecret, vapidPublicKey, vapidPrivateKey, pushCaFile, pushHosts }: Settings) {
  if (captcha !== 'proof-of-work' && !(captchaSiteKey && captchaSecret)) {
    throw new Refusal(
      `CAPTCHA is ${captcha}, which wants a key and a secret. Set CAPTCHA_SITE_KEY and CAPTCHA_SECRET, or leave CAPTCHA at proof-of-work, which wants none.`,
    )
  }
  if (!vapidPublicKey !== !vapidPrivateKey) {
    throw new Refusal('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are one pair: set both, or neither and a pair is made.')
  }
  if (pushCaFile && pushHosts.length === 0)
    throw new Refusal('PUSH_CA_FILE is read for the hosts of PUSH_HOSTS only, and there are none. Set both.')
}

/** A name for the browser; those that mean “everywhere” lead nowhere. */
function reachableName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Half a bucket, or a bucket beside the disk: somebody meant something else. */
function refuseMixedStorage(settings: Settings) {
  const { storage, storageUrl, storageBucket, storageKeyId, storageSecret, storagePrefix } = settings
  const wanted = { STORAGE_URL: storageUrl, STORAGE_BUCKET: storageBucket, STORAGE_KEY_ID: storageKeyId, STORAGE_SECRET: storageSecret }
  const isSet = ([, value]: [string, string]) => value !== ''
  if (storage === 's3') {
    const missing = Object.entries(wanted).filter((entry) => !isSet(entry))
    if (missing.length > 0)
      throw new Refusal(`STORAGE is s3, which wants ${missing.map(([name]) => name).join(', ')} too. Set them, or leave STORAGE at disk.`)
    return
  }
  const idle = Object.entries({ ...wanted, STORAGE_PREFIX: storagePrefix }).find(isSet)
  if (idle) throw new Refusal(`${idle[0]} is set, but STORAGE is disk: pictures would land in DATA_DIR. Set STORAGE=s3, or unset it.`)
}

/** A name that begins like one of these is meant for us, and is refused when this version does not know it. */
const families = /^(CARTE|STORAGE|SMTP|STRIPE|OIDC|CAPTCHA|GEOCODER|TILES|PRODUCT|DEMO|TRUST|ZILLOW|SUPPORT|HOME_VALUE|VAPID|PUSH|MAIL)_/
/** Other programs have many short names of their own; only a long one is a slip of ours. */
const longEnough = 6
const known = Object.values(described).map(({ name }): string => name)
/** The tests' way to the oldest PostgreSQL we promise. */
const ofTheTests = 'DATABASE_URL_15'

/** A misspelt setting that nobody refuses is found out at the worst time. */
function refusedNames(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((name) => env[name] !== undefined && !known.includes(name) && name !== ofTheTests)
    .flatMap((name) => {
      const near = known.find((candidate) => isSlip(name, candidate))
      if (near) return [`${name} is not a setting. Did you mean ${near}?`]
      return families.test(name) ? [`${name} is not a setting of this version. docs/settings.md lists those there are; unset it.`] : []
    })
}

function isSlip(name: string, candidate: string): boolean {
  if (candidate.length < longEnough) return false
  return name.replaceAll(/[_-]/g, '').toUpperCase() === candidate.replaceAll('_', '') || distance(candidate, name) <= 2
}
