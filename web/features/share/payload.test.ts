import { describe, expect, test } from 'vitest'
import type { ShareRequest } from '../../platform/sharing.ts'
import { textWithoutLink, buildPayload } from './payload.ts'
import { smsLink, smsSeparator } from './sms-link.ts'

const long = 'https://reviews.example/write?place=harbor&pine=1'
const short = 'https://carte.example/s/abcdefgh'
const how = { link: short, words: `Maren on Google: ${short}`, subject: 'Google: Maren' }
const payload = (what: Partial<ShareRequest> = {}, more = {}) =>
  buildPayload({ shareLink: long, title: 'Google', ...what }, { ...how, ...more })
const bodyIn = (href: string) => new URLSearchParams(href.slice(href.indexOf('?') + 1)).get('body')

describe('buildPayload', () => {
  test('SHARE-1 fills in every missing text', () => {
    expect(payload()).toEqual({
      shareLink: short,
      title: 'Google',
      shareBody: `Maren on Google: ${short}`,
      emailLink: `mailto:?subject=Google%3A%20Maren&body=${encodeURIComponent(`Maren on Google: ${short}`)}`,
      smsLink: `sms:?&body=${encodeURIComponent(`Maren on Google: ${short}`)}`,
      hideOptions: false,
      allowQrCodeDownload: false,
    })
  })

  test('SHARE-6 RME-2 email and message have own texts, with the link added', () => {
    const { emailLink, smsLink: sms } = payload({ emailBody: 'A line, please?', smsBody: `Here: ${long} Thanks` })
    expect(bodyIn(emailLink)).toBe(`A line, please? ${short}`)
    expect(bodyIn(sms)).toBe(`Here: ${short} Thanks`)
  })

  test('CON-2 complete email and message links contain the short link, too', () => {
    const built = payload({
      emailLink: `mailto:?body=${encodeURIComponent(`See ${long}`)}`,
      smsLink: `sms:?&body=${encodeURIComponent(long)}`,
    })
    expect(bodyIn(built.emailLink)).toBe(`See ${short}`)
    expect(bodyIn(built.smsLink)).toBe(short)
  })

  test('leaves another address that begins with the link as it is', () => {
    const card = 'https://carte.example/maren'
    const shared = `${card}?source=share`
    const bodyOf = (smsBody: string) => bodyIn(buildPayload({ shareLink: card, title: '', smsBody }, { ...how, link: shared }).smsLink)
    expect(bodyOf(`Mine: ${card}.`)).toBe(`Mine: ${shared}.`)
    expect(bodyOf(`Reviews: ${card}/reviews`)).toBe(`Reviews: ${card}/reviews`)
  })

  test('escapes text in links', () => {
    const { smsLink: sms, emailLink } = payload({ smsBody: 'A & B $& ? # 100%', emailBody: 'x&bcc=all@example.com' })
    expect(bodyIn(sms)).toBe(`A & B $& ? # 100% ${short}`)
    expect(new URLSearchParams(emailLink.split('?')[1]).has('bcc')).toBe(false)
  })

  test('removes the link from text that is shared beside it', () => {
    expect(textWithoutLink(payload())).toBe('Maren on Google')
  })
})

describe('smsSeparator', () => {
  const iPhone = (version: string) => `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X)`
  test.each([
    ['apple-phone', iPhone('17_5'), '&'],
    ['apple-phone', iPhone('8_1'), '&'],
    ['apple-phone', iPhone('7_1'), ';'],
    ['apple-phone', iPhone('10_3'), '&'],
    ['android', 'Mozilla/5.0 (Linux; Android 15)', '?'],
    ['desktop', 'Mozilla/5.0 (X11; Linux x86_64)', '?&'],
    [null, '', '?&'],
  ] as const)('SHARE-6 %s %s writes %s', (device, userAgent, separator) => {
    expect(smsSeparator(device, userAgent)).toBe(separator)
  })

  test('without a script uses the form that all phones accept', () => {
    expect(smsLink('Hi & bye')).toBe('sms:?&body=Hi%20%26%20bye')
  })
})
