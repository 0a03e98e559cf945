import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { webLink } from '#common/text/web-link.ts'
import { aContact } from '../../../tests/samples/a-contact.ts'
import { aService } from '../../features/editor/sections/links/paste-links.ts'
import { siteContext } from '../../platform/router-context.ts'
import { homeCard, newestOf, serviceAt } from './load-home.ts'

test('a contact imported without a date has none among the newest', () => {
  const request = new Request('https://carte.example/account')
  const newest = (isUndated: boolean) => newestOf({ request }, 'ada', aContact({ source: 'import', isUndated }))
  expect(newest(false).iso).toBe('2026-06-15T13:42:00.000Z')
  expect(newest(true)).toMatchObject({ at: 'Imported', iso: null })
})

test('a new contact’s note is how they found the card, or else their details', () => {
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

test('without a background, the picture of a card has the card’s own color', () => {
  const context = new RouterContextProvider()
  context.set(siteContext, { publicUrl: 'https://carte.example' } as never)
  const card = { alias: 'ada', fullName: 'Ada', title: '', isOpen: true, picture: null, isAvailable: true }
  const pictureOf = (published: object) => homeCard({ context }, card, { published } as EditorAnswer, false)
  expect(pictureOf({ eCardContactBackground: '#5b3a1e' })).toMatchObject({ scene: null, color: expect.stringContaining('#5b3a1e') })
  expect(pictureOf({}).color).not.toContain('#5b3a1e')
})
