import type { Dice } from '../dice.ts'
import { xssPayloads, strangeText } from './strange.ts'

const usual: Record<string, readonly [string, ...string[]]> = {
  'accept-language': ['*', 'fr-CA;q=0.5,en;q=x', ',,,;;;q=', 'ro'.repeat(400), 'en;q=1e999', 'x-'.repeat(200), 'zh-Hant-TW, *;q=0'],
  'accept-encoding': ['*', 'br;q=0', 'gzip;q=0.001, identity;q=0', ';', 'zstd', 'br'.repeat(200)],
  'if-none-match': ['*', '"', 'W/"x", "y"', `"${'x'.repeat(2000)}"`, ','.repeat(500), 'W/W/"x"'],
  'if-modified-since': ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', '-1'],
  range: [
    'bytes=0-0',
    'bytes=-1',
    'bytes=9-0',
    'bytes=0-,0-,0-',
    'bytes=99999999999999999999-',
    'lines=1-2',
    'bytes=',
    `bytes=${'0-0,'.repeat(300)}`,
  ],
  'user-agent': ['', 'Mozilla/5.0 (iPhone; CPU iPhone OS 99_99 like Mac OS X)', '('.repeat(2000), 'a/'.repeat(1000), 'bot'],
  cookie: [
    '=',
    'a',
    ';;;',
    '__Host-session=; __Host-session=x',
    'a=b; '.repeat(400),
    '__proto__=1; constructor=2',
    'carte="%00"',
    'session=%ff',
  ],
  'content-type': [
    '',
    'application/json; charset=utf-16',
    'application/json;'.repeat(50),
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json+x',
  ],
  'content-encoding': ['gzip', 'br', 'identity', 'x'],
  origin: ['null', 'https://evil.example', 'http://localhost:3000', 'https://'],
  referer: ['x', 'https://evil.example/%00', '://'],
  'sec-fetch-site': ['cross-site', 'none', 'same-origin', 'x'],
  'x-forwarded-for': ['', ',', '::ffff:1.2.3.4', '1.2.3.4, ::1%eth0', 'x'.repeat(3000), '2001:db8::1', '[::1]:80'],
  'x-forwarded-host': ['evil.example', '@'],
  'x-forwarded-proto': ['gopher', 'https,http'],
  'x-http-method-override': ['DELETE', 'PUT'],
  accept: ['*/*;q=x', 'text/x-script', 'application/xml', ','.repeat(300)],
  'x-csrf': ['', '0', '2', '1, 1'],
  'x-remix-request': ['yes'],
  'stripe-signature': ['t=1,v1=x', 't=,v1=', 't=99999999999999999999,v1=00', 'v1='.repeat(500)],
  authorization: ['Bearer x', 'Basic Og==', ''],
  'save-data': ['on'],
}
const names = Object.keys(usual)

/** One to three odd headers; those that Node's client refuses to send go over a raw socket. */
export function oddHeaders(headers: Record<string, string>, dice: Dice) {
  for (let left = 1 + dice.below(3); left > 0; left--) {
    const name = dice.one(names) ?? 'accept'
    const own = usual[name] ?? ['']
    const value = dice.chance(0.75) ? dice.one(own) : dice.one([...strangeText, ...xssPayloads])
    headers[name] = (value ?? '').replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()
  }
}
