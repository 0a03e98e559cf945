import { beforeEach, expect, test, vi } from 'vitest'
import { aStorage } from '../../../../tests/stand-ins/a-storage.ts'
import { clearNewCard, clearTypedCard, newCardKey, storeStep } from '../../../platform/device/new-card-storage.ts'
import { readStoredLinks } from './links-step.tsx'
import { readStoredLook } from './look-step.tsx'

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
