import { beforeEach, expect, test, vi } from 'vitest'
import { aStorage } from '../../../../tests/stand-ins/a-storage.ts'
import { clearNewCard, clearTypedCard, newCardKey, storeStep } from '../../../platform/device/new-card-storage.ts'
import { readStoredYou } from './card-you-step.tsx'
import { readStoredLinks } from './links-step.tsx'
import { readStoredLook } from './look-step.tsx'
import { readStoredPictures } from './photo-step.tsx'

beforeEach(() => void vi.stubGlobal('localStorage', aStorage().local))

const rows = [{ link: 'https://instagram.com/ida', service: 6 }]

test('ACCOUNT-1 unsaved links stay on the device, by card, until the card is finished', () => {
  storeStep('ida', 'links', { rows, text: 'buckeyehomegroup' })
  localStorage.setItem(newCardKey('account'), '{}')
  clearTypedCard()
  expect(Object.keys(localStorage)).toHaveLength(1)
  expect([readStoredLinks('ida'), readStoredLinks('otto')]).toEqual([{ rows, text: 'buckeyehomegroup' }, null])
  clearNewCard()
  expect(readStoredLinks('ida')).toBeNull()
})

test.each([[{ rows: 'x', text: '' }], [{ rows: [{ link: 1 }], text: '' }], [{ rows }]])(
  'ACCOUNT-1 stored links that no form wrote are ignored: %j',
  (stored) => {
    storeStep('ida', 'links', stored)
    expect(readStoredLinks('ida')).toBeNull()
  },
)

test('ACCOUNT-1 an unsaved look stays on the device while the card’s own is the same', () => {
  const from = { layout: 'default', palette: '{}' } as const
  storeStep('ida', 'look', { layout: 'compass', palette: '{"a":1}', from })
  expect(readStoredLook('ida', from)).toEqual({ layout: 'compass', palette: '{"a":1}' })
  expect(readStoredLook('ida', { ...from, layout: 'exp' })).toBeNull()
})

test('ACCOUNT-1 unsaved details stay on the device while the card’s own are the same', () => {
  const from = { fullName: 'Ida Berg', title: '', companyName: '', phoneNumber: '', emailAddress: '', profile: '1' } as const
  storeStep('ida', 'you', { ...from, title: 'Binder', profile: '2', from })
  expect(readStoredYou('ida', from)).toEqual({ ...from, title: 'Binder', profile: '2' })
  expect(readStoredYou('ida', { ...from, title: 'Printer' })).toBeNull()
})

test('ACCOUNT-1 unsaved pictures stay on the device while the card’s own are the same', () => {
  const nothing = { picture: null, colors: [] }
  const from = { profile: nothing, logo: nothing }
  const profile = { picture: { revision: '0123456789ab', width: 4, height: 3 }, colors: ['#1d6c54'] }
  storeStep('ida', 'photo', { ...from, profile, from })
  expect(readStoredPictures('ida', from)).toEqual({ profile, logo: nothing })
  expect(readStoredPictures('ida', { ...from, logo: profile })).toBeNull()
  storeStep('ida', 'photo', { ...from, profile: { picture: 'x', colors: [] }, from })
  expect(readStoredPictures('ida', from)).toBeNull()
})
