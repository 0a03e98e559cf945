import { describe, expect, test } from 'vitest'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { aCard } from '../../../../tests/samples/a-card.ts'
import { contactView, directionsTo } from './contact-view.ts'

const t = translatorFor('en')
const location = {
  lat: 44.1,
  lng: -69.1,
  address: { address_line_1: '14 Ferry Point Road', city: 'Port Hadley', state: 'ME', zip_code: '04099' },
}

describe('the contact page', () => {
  test('CNT-1 phones link to calls, mobile and direct also to messages, email to mail', () => {
    const { rows } = contactView(aCard(), t)
    expect(rows.map(({ kind, href, sms }) => [kind, href, sms])).toEqual([
      ['mobile', 'tel:+12075550142', 'sms:+12075550142'],
      ['office', 'tel:+12075550118', null],
      ['direct', 'tel:+12075550167', 'sms:+12075550167'],
      ['email', 'mailto:maren.holloway@example.com', null],
    ])
  })

  test('CNT-1 every maps service gets the full address', () => {
    for (const link of Object.values(directionsTo('1 Rue de l’Église & Co, Québec #2'))) {
      expect(decodeURIComponent(link)).toContain('1 Rue de l’Église & Co, Québec #2')
      expect(new URL(link).searchParams.size).toBeLessThanOrEqual(2)
    }
  })

  test('CNT-2 has a map only if the location is known', () => {
    expect(contactView(aCard({ settings: { location } }), t).location).toEqual({ lat: 44.1, lng: -69.1 })
    expect(contactView(aCard({ settings: { location: { ...location, lat: 0, lng: 0 } } }), t).location).toBeNull()
    expect(contactView(aCard(), t).location).toBeNull()
  })

  test('has no office without an address', () => {
    expect(contactView(aCard({ companyAddress: ' ', companyCity: '', companyState: '', companyZip: '' }), t).place).toBeNull()
  })
})
