import { isIP } from 'node:net'
import { browserHost } from '#common/browser-host.ts'
import { distance } from '#server/common/word-distance.ts'
import { classifyAddress } from './integrations/guard/classify-address.ts'
import { descriptions, type Description, type Settings } from './settings/descriptions.ts'
import { InvalidText, settingIssue, SettingsError, type SettingIssue } from './settings/setting-issue.ts'

export type { Settings }

type Options = { allowsUnknown?: boolean; stored?: Readonly<Record<string, string>> }

/** Parses and checks the settings in the environment, and below it those in `stored`. Throws a SettingsError. */
export function readSettings(env: NodeJS.ProcessEnv = process.env, options: Options = {}): Settings {
  const settings = parseSettings(env, options)
  checkCombinations(settings)
  settings.publicUrl = publicUrlOf(settings)
  return settings
}

/** The same, each by itself: they may contradict each other, and PUBLIC_URL may be empty. */
export function parseSettings(env: NodeJS.ProcessEnv, { allowsUnknown = false, stored = {} }: Options): Settings {
  const issues = allowsUnknown ? [] : unknownNames(env)
  const read: Record<string, unknown> = {}
  for (const [key, { name, fallback, read: parse }] of Object.entries<Description>(descriptions)) {
    try {
      read[key] = parse(textInEnvironment(env, name) || stored[name] || fallback)
    } catch (error) {
      const issue = error instanceof InvalidText ? error.issue : { message: error instanceof Error ? error.message : String(error) }
      issues.push({ name, ...issue })
    }
  }
  if (env.DATABASE_URL && env.PGSSLMODE)
    issues.push({ name: 'PGSSLMODE', message: `is not a setting. Add it to DATABASE_URL: ?sslmode=${env.PGSSLMODE}` })
  if (issues.length > 0) throw new SettingsError(...issues)
  // Every key of Settings has a description, and each description reads its own type.
  return read as Settings
}

/** An empty one is derived from host and port. */
export const publicUrlOf = ({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl || `http://${browserHost(host)}:${port}`

/** What the environment sets; empty where it sets nothing. */
export const textInEnvironment = (env: NodeJS.ProcessEnv, name: string): string => env[name]?.trim() ?? ''

function checkCombinations(settings: Settings) {
  const { publicUrl, trustProxy, host, geocoder, geocoderKey } = settings
  checkPairs(settings)
  checkStorage(settings)
  if (settings.databaseDirectUrl !== null && settings.databaseUrl === null)
    throw new SettingsError({
      name: 'DATABASE_DIRECT_URL',
      message: 'goes with DATABASE_URL, which is not set. Set both, or only DATABASE_URL.',
    })
  if (geocoder === 'google' && !geocoderKey) throw new SettingsError(settingIssue('GEOCODER', 'geocoderKey'))
  if (settings.oidcIssuer && !settings.oidcClientId)
    throw new SettingsError({ name: 'OIDC_ISSUER', message: 'needs a client. Set OIDC_CLIENT_ID, or leave OIDC_ISSUER empty.' })
  checkIssuer(settings)
  const isLoopback = ['localhost', '127.0.0.1', '::1'].includes(host)
  if (publicUrl.startsWith('https:') && !trustProxy && !isLoopback) {
    throw new SettingsError(settingIssue('PUBLIC_URL', 'httpsWithoutProxy', { host }))
  }
  if (!settings.stripeSecretKey !== !settings.stripeWebhookSecret) {
    throw new SettingsError(settingIssue('STRIPE_SECRET_KEY', 'stripeKeys'))
  }
  const publicHost = publicUrl ? new URL(publicUrl).hostname : 'localhost'
  const isPrivate = /^[\d.]+$|^\[/.test(publicHost) || isPrivateName(publicHost)
  if (publicUrl.startsWith('http:') && !isPrivate) {
    throw new SettingsError(settingIssue('PUBLIC_URL', 'http', { host: publicHost }))
  }
}

/** A name that no public DNS server resolves. */
export const isPrivateName = (name: string) => !name.includes('.') || /\.(local|lan|internal|test|localhost)$/.test(name)

/** Over http, an attacker on the network can change the provider's answers and log in as any user. */
function checkIssuer({ oidcIssuer, oidcHosts }: Settings) {
  if (!oidcIssuer.startsWith('http:')) return
  const { host, hostname } = new URL(oidcIssuer)
  const address = hostname.replace(/^\[|\]$/g, '')
  const isLoopback = isIP(address) === 4 ? address.startsWith('127.') : /(^|\.)localhost$|^::1$/.test(address)
  if (isLoopback) return
  const isPrivate = isIP(address) ? classifyAddress(address) === 'private' : isPrivateName(address)
  if (!isPrivate) {
    throw new SettingsError({
      name: 'OIDC_ISSUER',
      message: `must start with https://, or an attacker between Carte and ${host} could log in as any user. Only a provider on the same machine or a private network may use http.`,
    })
  }
  if (!oidcHosts.includes(host)) {
    throw new SettingsError({
      name: 'OIDC_ISSUER',
      message: `must start with https://, or an attacker on the network of ${host} could log in as any user. If you trust that network, set OIDC_HOSTS=${host}.`,
    })
  }
}

/** Settings that work only together. */
function checkPairs({ captcha, captchaSiteKey, captchaSecret, vapidPublicKey, vapidPrivateKey, pushCaFile, pushHosts }: Settings) {
  if (captcha !== 'proof-of-work' && !(captchaSiteKey && captchaSecret)) {
    throw new SettingsError(settingIssue('CAPTCHA', 'captchaKeys', { captcha }))
  }
  if (!vapidPublicKey !== !vapidPrivateKey) {
    throw new SettingsError({
      name: 'VAPID_PUBLIC_KEY',
      message: 'and VAPID_PRIVATE_KEY are one pair: set both, or neither, and a pair is created.',
    })
  }
  if (pushCaFile && pushHosts.length === 0)
    throw new SettingsError({ name: 'PUSH_CA_FILE', message: 'is only used for the hosts in PUSH_HOSTS, which is empty. Set both.' })
}

/** Rejects an incomplete bucket, and bucket settings that nothing uses. */
function checkStorage(settings: Settings) {
  const { storage, storageUrl, storageBucket, storageKeyId, storageSecret, storagePrefix, backupTo, backupPassphraseFile } = settings
  const access = { STORAGE_URL: storageUrl, STORAGE_KEY_ID: storageKeyId, STORAGE_SECRET: storageSecret }
  const required = { ...access, STORAGE_BUCKET: storageBucket }
  const isSet = ([, value]: [string, string]) => value !== ''
  if (backupPassphraseFile !== null && backupTo === '' && !settings.backupBeforeMigrate)
    throw new SettingsError(settingIssue('BACKUP_PASSPHRASE_FILE', 'passphraseUnused'))
  if (storage === 's3') {
    const missing = Object.entries(required).filter((entry) => !isSet(entry))
    if (missing.length > 0)
      throw new SettingsError({
        name: 'STORAGE',
        message: `is s3, which also needs ${missing.map(([name]) => name).join(', ')}. Set them, or leave STORAGE at disk.`,
      })
    return
  }
  const isForBackups = backupTo.startsWith('s3:')
  const missing = Object.entries(access).filter((entry) => isForBackups && !isSet(entry))
  if (missing.length > 0)
    throw new SettingsError(settingIssue('BACKUP_TO', 'backupBucket', { names: missing.map(([name]) => name).join(', ') }))
  const ofPictures = { STORAGE_BUCKET: storageBucket, STORAGE_PREFIX: storagePrefix }
  const [unused] = Object.entries(isForBackups ? ofPictures : { ...required, ...ofPictures }).find(isSet) ?? []
  if (unused) throw new SettingsError(settingIssue(unused, 'storageUnused', { name: unused }))
}

/** An unknown name with one of these prefixes is meant for Carte, and is an error. */
const knownPrefixes =
  /^(CARTE|BACKUP|STORAGE|SMTP|STRIPE|OIDC|CAPTCHA|GEOCODER|TILES|PRODUCT|DEMO|TRUST|ZILLOW|SUPPORT|HOME_VALUE|VAPID|PUSH|WEBHOOK|MAIL|FOLLOW_UP_BOSS|HUBSPOT)_/
/** Shorter names belong to other programs too often to be a typo. */
const typoLengthMin = 6
const known = Object.values(descriptions).map(({ name }): string => name)
/** Only the tests use it, for the oldest supported PostgreSQL. */
const testOnlyName = 'DATABASE_URL_15'

/** Errors for misspelled settings, which would otherwise be ignored silently. */
export function unknownNames(env: NodeJS.ProcessEnv): SettingIssue[] {
  return Object.keys(env)
    .filter((name) => env[name] !== undefined && !known.includes(name) && name !== testOnlyName)
    .flatMap((name) => {
      const near = known.find((candidate) => isTypo(name, candidate))
      if (near) return [{ name, message: `is not a setting. Did you mean ${near}?` }]
      return knownPrefixes.test(name)
        ? [{ name, message: 'is not a setting of this version. Unset it; docs/settings.md lists all settings.' }]
        : []
    })
}

function isTypo(name: string, candidate: string): boolean {
  if (candidate.length < typoLengthMin) return false
  return name.replaceAll(/[_-]/g, '').toUpperCase() === candidate.replaceAll('_', '') || distance(candidate, name) <= 2
}
