import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aStorage } from '../../../../tests/stand-ins/a-storage.ts'
import { forgetNewCard } from '../../../platform/device/new-card-memory.ts'
import { keepTyped, readKept } from './new-card-wizard.tsx'
import type { TypedCard } from './typed-card.ts'

const usual: TypedCard = {
  submissionId: 's',
  alias: 'ida',
  fullName: '',
  title: '',
  companyName: '',
  phoneNumber: '',
  emailAddress: '',
  profile: '1',
}

beforeEach(() => void vi.stubGlobal('localStorage', aStorage().local))
afterEach(() => vi.unstubAllGlobals())

test('ACCOUNT-1 a card that is being made is its account’s alone, and gone at sign-out', () => {
  keepTyped('ida', { card: { ...usual, companyName: 'Berg' }, step: 'you' })
  expect([readKept('ida', usual)?.card.companyName, readKept('otto', usual)]).toEqual(['Berg', null])
  localStorage.setItem('carte:new-card', '{"companyName":"Of an earlier release"}')
  forgetNewCard()
  expect(Object.keys(localStorage)).toEqual([])
})
