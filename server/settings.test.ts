import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { renderEnvExample, renderSettings } from './settings/render-settings.ts'

test('an empty environment is enough', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    demo: true,
  })
})

test('an empty value means the default', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: null })
})

test.each([
  [{ PORT: '70000' }, /PORT must be a whole number from 1 to 65535, not “70000”/],
  [{ PORT: '3e3' }, /PORT must be a whole number/],
  [{ DEMO: 'yes' }, /DEMO must be on or off/],
  [{ PLANS: 'free' }, /^PLANS must be on or off, not “free”\.?$/],
  [{ PLANS: 'true' }, /^PLANS must be on or off/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of auto, debug, info, warn, error/],
  [{ LOG_ANSWERS: 'slow' }, /LOG_ANSWERS must be all, off, or milliseconds such as 500, not “slow”/],
  [{ DATABASE_URL: 'mysql://host/db' }, /DATABASE_URL must be an address that begins with postgres:/],
  [{ DATABASE_DIRECT_URL: 'postgres://carte@db.example.com/carte' }, /DATABASE_DIRECT_URL goes with DATABASE_URL, which is not set/],
  [
    { DATABASE_URL: 'postgres://carte@db.example.com/carte', PGSSLMODE: 'require' },
    /PGSSLMODE is not a setting\. Add it .+\?sslmode=require/,
  ],
  [{ DATABASE_URL: 'postgres:///db?host=/a,/b' }, /DATABASE_URL must name several hosts before the database: postgres:/],
  [
    { DATABASE_URL: 'postgres://a,b/db?target_session_attrs=standby' },
    /target_session_attrs=standby: Carte needs the primary\. Remove it\.$/,
  ],
  [{ PUBLIC_URL: 'cards.example.com' }, /PUBLIC_URL must be an address such as https:/],
  [{ PUBLIC_URL: 'https://cards.example.com/app' }, /PUBLIC_URL must end after the host: https:\/\/cards.example.com$/],
  [{ HELP_URL: 'javascript:alert(1)' }, /HELP_URL must be an address/],
  [{ PRODUCT_SLUG: 'My Cards' }, /PRODUCT_SLUG must be 2 to 20 lowercase letters or digits/],
  [{ SMTP_URL: 'mail.example.com' }, /SMTP_URL must be an address such as smtps:/],
  [{ SMTP_URL: 'smtp://carte:50%off@mail.example.com' }, /SMTP_URL must be an address such as smtps:.*%40/],
  [{ MAIL_FROM: 'Cards <cards@example.com>\nBcc: x@example.com' }, /MAIL_FROM must be a sender/],
  [{ VAPID_PUBLIC_KEY: 'AAAA' }, /VAPID_PUBLIC_KEY must be 65 bytes in base64url/],
  [{ VAPID_SUBJECT: 'me' }, /VAPID_SUBJECT must be an address that begins with mailto: or https:/],
  [{ PUSH_HOSTS: 'push.example.com, https://x' }, /PUSH_HOSTS must be hosts such as push.example.com, not “https:\/\/x”/],
  [{ CAPTCHA: 'hcaptcha' }, /CAPTCHA must be one of proof-of-work, recaptcha, turnstile/],
  [{ METRICS_TOKEN: 'fifteen-letters' }, /METRICS_TOKEN must be at least 16 characters\.$/],
  [{ SIGN_UP: 'invite' }, /SIGN_UP must be open, invited, off, or mail domains such as example\.com, .*, not “invite”/],
  [{ SIGN_UP: 'invited, example.com' }, /SIGN_UP must be .* not “invited”/],
  [{ SIGN_UP: '@example.com' }, /SIGN_UP must be .* not “@example\.com”/],
  [{ SIGN_UP: 'example.com, *.com' }, /SIGN_UP must be .* not “\*\.com”/],
  [{ SIGN_UP: 'https://example.com' }, /SIGN_UP must be/],
  [{ PRODUCT_DESCRIPTION: 'x'.repeat(161) }, /PRODUCT_DESCRIPTION must be at most 160 characters/],
  [{ CAPTCHA_COST: '0' }, /CAPTCHA_COST must be a whole number from 1/],
])('%j is rejected with what it must be', (env, words) => {
  expect(() => readSettings(env)).toThrow(words)
})

test.each([
  [{ PORT: '70000' }, [{ name: 'PORT', code: 'wholeNumber', values: { min: 1, max: 65535, text: '70000' } }]],
  [
    { SMTP_URL: 'mail.example.com', DEMO: 'yes' },
    [
      { name: 'DEMO', code: 'onOrOff' },
      { name: 'SMTP_URL', code: 'mailServer', values: {} },
    ],
  ],
  [{ PUBLIC_URL: 'http://cards.example.com' }, [{ name: 'PUBLIC_URL', code: 'http', values: { host: 'cards.example.com' } }]],
  [{ CAPTCHA: 'turnstile' }, [{ name: 'CAPTCHA', code: 'captchaKeys', values: { captcha: 'turnstile' } }]],
])('%j is rejected by codes with the name of each setting', (env, issues) => {
  expect(() => readSettings(env)).toThrow(
    expect.objectContaining({ issues: expect.arrayContaining(issues.map((issue) => expect.objectContaining(issue))) }),
  )
})

test.each([
  ['open', 'open'],
  ['Example.com,*.Example.ORG', ['example.com', '*.example.org']],
  ['müller.example', ['xn--mller-kva.example']],
])('SIGN_UP=%s is read', (text, signUp) => {
  expect(readSettings({ SIGN_UP: text }).signUp).toEqual(signUp)
})

test('all issues are reported at once', () => {
  expect(() => readSettings({ PORT: 'x', DEMO: 'x' })).toThrow(/^PORT .+\nDEMO .+$/)
})

test('an error never repeats a password', () => {
  expect(() => readSettings({ DATABASE_URL: 'mysql://carte:secret@host/db' })).toThrow(/^(?!.*secret)/)
  expect(() => readSettings({ SMTP_URL: 'mailto://carte:secret@host' })).toThrow(/^(?!.*secret)/)
  expect(() => readSettings({ VAPID_PRIVATE_KEY: 'secret' })).toThrow(/^(?!.*secret)/)
})

test.each([
  [{ STRIPE_KEY: 'x' }, /STRIPE_KEY is not a setting of this version/],
  [{ DATABSE_URL: 'x' }, /Did you mean DATABASE_URL\?/],
  [{ LOGLEVEL: 'x' }, /Did you mean LOG_LEVEL\?/],
  [{ PRODUCT_NAMES: 'x' }, /Did you mean PRODUCT_NAME\?/],
])('%j is rejected by name', (env, words) => {
  expect(() => readSettings(env)).toThrow(words)
})

test('names of other programs are ignored', () => {
  expect(readSettings({ PATH: '/bin', HOSTNAME: 'box', PORTS: '1', DATA_ROOT: '/x', PUBLIC_IP: '1.2.3.4', PGPORT: '1' }).port).toBe(3000)
})

test('https without a proxy that ends TLS is an error', () => {
  const env = { PUBLIC_URL: 'https://cards.example.com', HOST: '0.0.0.0' }
  expect(() => readSettings(env)).toThrow(/TRUST_PROXY=on/)
  expect(readSettings({ ...env, TRUST_PROXY: 'on' }).publicUrl).toBe('https://cards.example.com')
})

test('the address of an API may end with a slash', () => {
  const url = 'https://relay.example.com'
  expect(readSettings({ FOLLOW_UP_BOSS_URL: `${url}/v1/`, HUBSPOT_URL: `${url}/` })).toMatchObject({
    followUpBossUrl: `${url}/v1`,
    hubspotUrl: url,
  })
})

test('a public address must be https, one in a private network need not be', () => {
  expect(() => readSettings({ PUBLIC_URL: 'http://cards.example.com' })).toThrow(/must be https:\/\/cards.example.com/)
  expect(readSettings({ PUBLIC_URL: 'http://192.168.1.4:3000' }).publicUrl).toBe('http://192.168.1.4:3000')
  expect(readSettings({ PUBLIC_URL: 'http://box.local' }).publicUrl).toBe('http://box.local')
})

describe('an http login provider', () => {
  const read = (OIDC_ISSUER: string, OIDC_HOSTS = '') => readSettings({ OIDC_CLIENT_ID: 'carte', OIDC_ISSUER, OIDC_HOSTS }).oidcIssuer

  test.each([
    'http://idp.example.com',
    'http://127.idp.example.com',
    'http://8.8.8.8',
    'http://[2606:4700::1111]',
    'http://169.254.169.254',
  ])('is rejected on the public host %s, also when OIDC_HOSTS names it', (issuer) => {
    expect(() => read(issuer)).toThrow(/OIDC_ISSUER must start with https/)
    expect(() => read(issuer, new URL(issuer).hostname.replace(/[[\]]/g, ''))).toThrow(/OIDC_/)
  })

  test.each(['http://10.0.0.5', 'http://192.168.1.4:8080', 'http://idp:8080', 'http://idp.internal'])(
    'is rejected in the private network of %s until OIDC_HOSTS names it',
    (issuer) => {
      const { host } = new URL(issuer)
      expect(() => read(issuer)).toThrow(`set OIDC_HOSTS=${host}`)
      expect(read(issuer, host)).toBe(issuer)
    },
  )

  test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'https://idp.example.com', 'https://10.0.0.5'])(
    '%s needs no other setting',
    (issuer) => {
      expect(read(issuer)).toBe(issuer)
    },
  )
})

test.each([
  [
    { STORAGE: 's3', STORAGE_URL: 'http://127.0.0.1:9000', STORAGE_BUCKET: 'cards' },
    /STORAGE is s3, which also needs STORAGE_KEY_ID, STORAGE_SECRET\./,
  ],
  [{ BACKUP_TO: 'backups' }, /^BACKUP_TO must be a folder such as \/mnt\/backups, or s3:\/\/BUCKET\/FOLDER, not “backups”\.$/],
  [{ BACKUP_TO: '/mnt/backups', BACKUP_EVERY: 'daily' }, /^BACKUP_EVERY must be hours or days such as 6h or 1d, not “daily”\.$/],
  [{ BACKUP_TO: '/mnt/backups', BACKUP_KEEP: '7' }, /^BACKUP_KEEP must be numbers of days, weeks and months such as 7d 4w 6m, not “7”\.$/],
  [{ BACKUP_TO: 's3://cards' }, /^BACKUP_TO is a bucket, which also needs STORAGE_URL, STORAGE_KEY_ID, STORAGE_SECRET\./],
  [
    { BACKUP_PASSPHRASE_FILE: '/etc/carte/passphrase', BACKUP_BEFORE_MIGRATE: 'off' },
    /^BACKUP_PASSPHRASE_FILE is set, but BACKUP_TO is not and BACKUP_BEFORE_MIGRATE is off/,
  ],
  [{ BACKUP_TOO: '/mnt/backups' }, /Did you mean BACKUP_TO\?/],
  [{ STORAGE_BUCKET: 'cards' }, /STORAGE_BUCKET is set, but STORAGE is disk, .* Set STORAGE=s3/],
  [{ STORAGE: 's3', STORAGE_BUCKET: 'Our Cards' }, /STORAGE_BUCKET must be the name of a bucket/],
  [{ CAPTCHA: 'recaptcha', CAPTCHA_SITE_KEY: 'x' }, /CAPTCHA is recaptcha, which needs a key and a secret/],
  [{ VAPID_PRIVATE_KEY: 'A'.repeat(43) }, /one pair: set both, or neither/],
  [{ PUSH_CA_FILE: 'x.pem' }, /PUSH_CA_FILE is only used for the hosts in PUSH_HOSTS/],
])('%j is incomplete', (env, words) => {
  expect(() => readSettings(env)).toThrow(words)
})

test('a passphrase without BACKUP_TO encrypts the backup before a migration', () => {
  expect(readSettings({ BACKUP_PASSPHRASE_FILE: '/etc/carte/passphrase' }).backupPassphraseFile).toBe('/etc/carte/passphrase')
})

test('hosts are split at commas and lowercased', () => {
  expect(readSettings({ PUSH_HOSTS: 'Push.example.com, localhost:8443,' }).pushHosts).toEqual(['push.example.com', 'localhost:8443'])
})

test('docs/settings.md and .env.example are up to date', () => {
  expect(readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8')).toBe(renderSettings())
  expect(readFileSync(new URL('../.env.example', import.meta.url), 'utf8')).toBe(renderEnvExample())
})

const strong = 'zq8Jv2mWk1'
const secretNames = [
  'STORAGE_SECRET',
  'CAPTCHA_SECRET',
  'OIDC_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'ZILLOW_BRIDGE_TOKEN',
  'GEOCODER_KEY',
]
test.each(secretNames)('%s that is short or an example is rejected, and not repeated', (name) => {
  for (const weak of [
    'zq8Jv2m',
    'changeme',
    'change-me-please',
    'secret',
    'your-secret',
    'YOUR_API_KEY',
    'password',
    'example-key',
    '…',
    '............',
    '<secret>',
  ]) {
    const read = () => readSettings({ [name]: weak })
    expect(read, weak).toThrow(`${name} is an example or shorter than 8 characters`)
    expect(read, weak).not.toThrow(`“${weak}”`)
  }
  expect(() => readSettings({ [name]: strong })).not.toThrow(`${name} is an example`)
})

test.each([
  [{ DATABASE_URL: 'postgres://carte:changeme@host/carte' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://user:password@host/database' }, 'DATABASE_URL'],
  [{ SMTP_URL: 'smtps://user:password@mail.example.com' }, 'SMTP_URL'],
])('an example password is rejected: %j', (env, name) => {
  expect(() => readSettings(env)).toThrow(`${name} contains an example password. Set the real one.`)
})
