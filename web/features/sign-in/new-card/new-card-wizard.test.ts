import { beforeEach, expect, test, vi } from 'vitest'
import { aStorage } from '../../../../tests/stand-ins/a-storage.ts'
import { clearNewCard } from '../../../platform/device/new-card-storage.ts'
import { storeTyped, readStoredCard } from './new-card-wizard.tsx'
import type { TypedCard } from './typed-card.ts'

const defaults: TypedCard = {
  submissionId: 's',
  alias: 'ida',
  fullName: '',
  title: '',
  companyName: '',
  phoneNumber: '',
  emailAddress: '',
  profile: '1',
  imported: '',
}

beforeEach(() => void vi.stubGlobal('localStorage', aStorage().local))

test('ACCOUNT-1 an unfinished card belongs to its account, and is removed at sign-out', () => {
  storeTyped('ida', { card: { ...defaults, companyName: 'Berg' }, step: 'you' })
  expect([readStoredCard('ida', defaults)?.card.companyName, readStoredCard('otto', defaults)]).toEqual(['Berg', null])
  localStorage.setItem('carte:new-card', '{"companyName":"Of an earlier release"}')
  clearNewCard()
  expect(Object.keys(localStorage)).toEqual([])
})
