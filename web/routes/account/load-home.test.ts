import { expect, test } from 'vitest'
import { webLink } from '#common/text/web-link.ts'
import { aContact } from '../../../tests/samples/a-contact.ts'
import { aService } from '../../features/editor/sections/links/paste-links.ts'
import { newestOf, serviceAt } from './load-home.ts'

test('a contact imported without a date has none among the newest', () => {
  const request = new Request('https://carte.example/account')
  const newest = (isUndated: boolean) => newestOf({ request }, 'ada', aContact({ source: 'import', isUndated }))
  expect(newest(false).iso).toBe('2026-06-15T13:42:00.000Z')
  expect(newest(true)).toMatchObject({ at: 'Imported', iso: null })
})

test('the note of a newest contact is how they came, or else what is known of them', () => {
  const request = new Request('https://carte.example/account')
  const note = (via: 'qr' | 'signature' | null) => newestOf({ request }, 'ada', aContact({ via })).note
  expect([note('qr'), note('signature'), note(null)]).toEqual(['QR code', 'Email signature', 'Wren & Daughters'])
})

test('a broken link is traced to the service with that address', () => {
  const services = [aService(4, 'https://zillow.com/profile/ada'), aService(9, 'www.yelp.com/biz/ada')]
  const found = (url: string) => serviceAt({ services }, url)
  expect(found('https://zillow.com/profile/ada')).toBe(4)
  expect(found(webLink('www.yelp.com/biz/ada') ?? '')).toBe(9)
  expect(found('https://menu.example')).toBe(null)
})
