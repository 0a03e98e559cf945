import { beforeEach, expect, test, vi } from 'vitest'
import { aStorage } from '../../../../tests/stand-ins/a-storage.ts'
import {
  clearNewCard,
  clearOldCards,
  clearTypedCard,
  newCardKey,
  storeNewCard,
  storeStep,
} from '../../../platform/device/new-card-storage.ts'
import { readStoredYou } from './card-you-step.tsx'
import { readStoredLinks } from './links-step.tsx'
import { readStoredLook } from './look-step.tsx'
import { readStoredPictures } from './photo-step.tsx'

beforeEach(() => void vi.stubGlobal('localStorage', aStorage().local))

const of = { account: 'one', alias: 'ida' }

const rows = [{ link: 'https://instagram.com/ida', service: 6 }]

test('ACCOUNT-1 unsaved links stay on the device, by card, until the card is finished', () => {
  storeStep(of, 'links', { rows, text: 'buckeyehomegroup' })
  localStorage.setItem(newCardKey('one'), '{}')
  clearTypedCard()
  expect(Object.keys(localStorage)).toHaveLength(1)
  expect([readStoredLinks(of), readStoredLinks({ ...of, alias: 'otto' })]).toEqual([{ rows, text: 'buckeyehomegroup' }, null])
  clearNewCard()
  expect(readStoredLinks(of)).toBeNull()
})

test.each([[{ rows: 'x', text: '' }], [{ rows: [{ link: 1 }], text: '' }], [{ rows }]])(
  'ACCOUNT-1 stored links that no form wrote are ignored: %j',
  (stored) => {
    storeStep(of, 'links', stored)
    expect(readStoredLinks(of)).toBeNull()
  },
)

test('ACCOUNT-1 an unsaved look stays on the device while the card’s own is the same', () => {
  const from = { layout: 'default', palette: '{}' } as const
  storeStep(of, 'look', { layout: 'compass', palette: '{"a":1}', from })
  expect(readStoredLook(of, from)).toEqual({ layout: 'compass', palette: '{"a":1}' })
  expect(readStoredLook(of, { ...from, layout: 'exp' })).toBeNull()
})

test('ACCOUNT-1 unsaved details stay on the device while the card’s own are the same', () => {
  const from = { fullName: 'Ida Berg', title: '', companyName: '', phoneNumber: '', emailAddress: '', profile: '1' } as const
  storeStep(of, 'you', { ...from, title: 'Binder', profile: '2', from })
  expect(readStoredYou(of, from)).toEqual({ ...from, title: 'Binder', profile: '2' })
  expect(readStoredYou(of, { ...from, title: 'Printer' })).toBeNull()
})

test('ACCOUNT-1 unsaved pictures stay on the device while the card’s own are the same', () => {
  const nothing = { picture: null, colors: [] }
  const from = { profile: nothing, logo: nothing }
  const profile = { picture: { revision: '0123456789ab', width: 4, height: 3 }, colors: ['#1d6c54'] }
  storeStep(of, 'photo', { ...from, profile, from })
  expect(readStoredPictures(of, from)).toEqual({ profile, logo: nothing })
  expect(readStoredPictures(of, { ...from, logo: profile })).toBeNull()
  storeStep(of, 'photo', { ...from, profile: { picture: 'x', colors: [] }, from })
  expect(readStoredPictures(of, from)).toBeNull()
})

test('ACCOUNT-1 steps of another account, or a month old, leave the device', () => {
  vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') })
  const text = { rows, text: '' }
  const keys = () => Object.keys(localStorage)
  storeStep({ ...of, account: 'other' }, 'links', text)
  storeNewCard(newCardKey('other'), {})
  localStorage.setItem('carte:new-card-step:ida/links', JSON.stringify(text))
  localStorage.setItem('theme', 'dark')
  storeStep(of, 'links', text)
  expect(readStoredLinks(of)).toEqual(text)
  clearOldCards('one')
  expect(keys()).toEqual([newCardKey('other'), 'theme', 'carte:new-card-step:one/ida/links'])
  vi.setSystemTime(new Date('2026-07-01T12:00:00Z'))
  expect(readStoredLinks(of)).toBeNull()
  clearOldCards('one')
  expect(keys()).toEqual(['theme'])
})
