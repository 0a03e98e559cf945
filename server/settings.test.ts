import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { drawSettings } from './settings/draw-table.ts'

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
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of debug, info, warn, error/],
  [{ DATABASE_URL: 'mysql://host/db' }, /DATABASE_URL must be an address that begins with postgres:/],
  [{ PUBLIC_URL: 'cards.example.com' }, /PUBLIC_URL must be an address such as https:/],
  [{ PUBLIC_URL: 'https://cards.example.com/app' }, /PUBLIC_URL must end after the host: https:\/\/cards.example.com$/],
  [{ HELP_URL: 'javascript:alert(1)' }, /HELP_URL must be an address/],
  [{ PRODUCT_SLUG: 'My Cards' }, /PRODUCT_SLUG must be 2 to 20 small letters or digits/],
  [{ SMTP_URL: 'mail.example.com' }, /SMTP_URL must be an address such as smtps:/],
  [{ SMTP_URL: 'smtp://carte:50%off@mail.example.com' }, /SMTP_URL must be an address such as smtps:.*%40/],
  [{ MAIL_FROM: 'Cards <cards@example.com>\nBcc: x@example.com' }, /MAIL_FROM must be a sender/],
  [{ VAPID_PUBLIC_KEY: 'AAAA' }, /VAPID_PUBLIC_KEY must be 65 bytes in base64url/],
  [{ VAPID_SUBJECT: 'me' }, /VAPID_SUBJECT must be an address that begins with mailto: or https:/],
  [{ PUSH_HOSTS: 'push.example.com, https://x' }, /PUSH_HOSTS must be hosts such as push.example.com, not “https:\/\/x”/],
  [{ CAPTCHA: 'hcaptcha' }, /CAPTCHA must be one of proof-of-work, recaptcha, turnstile/],
  [{ METRICS_TOKEN: 'fifteen-letters' }, /METRICS_TOKEN must be at least 16 characters\.$/],
  [{ CAPTCHA_COST: '0' }, /CAPTCHA_COST must be a whole number from 1/],
])('%j is refused with what it must be', (env, words) => {
  expect(() => readSettings(env)).toThrow(words)
})

test('every fault is told at once', () => {
  expect(() => readSettings({ PORT: 'x', DEMO: 'x' })).toThrow(/^PORT .+\nDEMO .+$/)
})

test('a password is never told back', () => {
  expect(() => readSettings({ DATABASE_URL: 'mysql://carte:secret@host/db' })).toThrow(/^(?!.*secret)/)
  expect(() => readSettings({ SMTP_URL: 'mailto://carte:secret@host' })).toThrow(/^(?!.*secret)/)
  expect(() => readSettings({ VAPID_PRIVATE_KEY: 'secret' })).toThrow(/^(?!.*secret)/)
})

test.each([
  [{ STRIPE_KEY: 'x' }, /STRIPE_KEY is not a setting of this version/],
  [{ DATABSE_URL: 'x' }, /Did you mean DATABASE_URL\?/],
  [{ LOGLEVEL: 'x' }, /Did you mean LOG_LEVEL\?/],
  [{ PRODUCT_NAMES: 'x' }, /Did you mean PRODUCT_NAME\?/],
])('%j is refused by name', (env, words) => {
  expect(() => readSettings(env)).toThrow(words)
})

test('names of other programs are none of ours', () => {
  expect(readSettings({ PATH: '/bin', HOSTNAME: 'box', PORTS: '1', DATA_ROOT: '/x', PUBLIC_IP: '1.2.3.4', PGPORT: '1' }).port).toBe(3000)
})

test('https without anything that ends TLS is a contradiction', () => {
  const spoken = { PUBLIC_URL: 'https://cards.example.com', HOST: '0.0.0.0' }
  expect(() => readSettings(spoken)).toThrow(/TRUST_PROXY=on/)
  expect(readSettings({ ...spoken, TRUST_PROXY: 'on' }).publicUrl).toBe('https://cards.example.com')
})

test('an address for everybody is https, one for this network need not be', () => {
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
  ])('is refused on the public host %s, also when OIDC_HOSTS names it', (issuer) => {
    expect(() => read(issuer)).toThrow(/OIDC_ISSUER must be https/)
    expect(() => read(issuer, new URL(issuer).hostname.replace(/[[\]]/g, ''))).toThrow(/OIDC_/)
  })

  test.each(['http://10.0.0.5', 'http://192.168.1.4:8080', 'http://idp:8080', 'http://idp.internal'])(
    'is refused in the private network of %s until OIDC_HOSTS names it',
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
    /STORAGE is s3, which wants STORAGE_KEY_ID, STORAGE_SECRET too/,
  ],
  [{ STORAGE_BUCKET: 'cards' }, /STORAGE_BUCKET is set, but STORAGE is disk: .* Set STORAGE=s3/],
  [{ STORAGE: 's3', STORAGE_BUCKET: 'Our Cards' }, /STORAGE_BUCKET must be the name of a bucket/],
  [{ CAPTCHA: 'recaptcha', CAPTCHA_SITE_KEY: 'x' }, /CAPTCHA is recaptcha, which wants a key and a secret/],
  [{ VAPID_PRIVATE_KEY: 'A'.repeat(43) }, /one pair: set both, or neither/],
  [{ PUSH_CA_FILE: 'x.pem' }, /PUSH_CA_FILE is read for the hosts of PUSH_HOSTS only/],
])('%j is half of something', (env, words) => {
  expect(() => readSettings(env)).toThrow(words)
})

test('hosts are read one by one, in small letters', () => {
  expect(readSettings({ PUSH_HOSTS: 'Push.example.com, localhost:8443,' }).pushHosts).toEqual(['push.example.com', 'localhost:8443'])
})

test('docs/settings.md is what the settings are', () => {
  expect(readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8')).toBe(drawSettings())
})

const strong = 'zq8Jv2mWk1'
const takers = [
  'STORAGE_SECRET',
  'CAPTCHA_SECRET',
  'OIDC_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'ZILLOW_BRIDGE_TOKEN',
  'GEOCODER_KEY',
]
test.each(takers)('%s that is short or an example is refused, and not repeated', (name) => {
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
    const refusal = () => readSettings({ [name]: weak })
    expect(refusal, weak).toThrow(`${name} is an example, or shorter than 8 letters`)
    expect(refusal, weak).not.toThrow(`“${weak}”`)
  }
  expect(() => readSettings({ [name]: strong })).not.toThrow(`${name} is an example`)
})

test.each([
  [{ DATABASE_URL: 'postgres://carte:changeme@host/carte' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://user:password@host/database' }, 'DATABASE_URL'],
  [{ SMTP_URL: 'smtps://user:password@mail.example.com' }, 'SMTP_URL'],
])('the example password of a document is refused: %j', (env, name) => {
  expect(() => readSettings(env)).toThrow(`${name} holds an example where the password belongs: put the real one there.`)
})
