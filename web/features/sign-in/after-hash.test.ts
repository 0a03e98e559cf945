import { expect, test } from 'vitest'
import { afterHash, backHash } from './after-hash.ts'

test('ROUTE-8 login marks in the hash are read and removed; the rest stays', () => {
  expect(afterHash('#from_auth=yes')).toEqual({ isBack: true, isForced: false, rest: '' })
  expect(afterHash(`${backHash(1_763_900_000_000)}&about`)).toEqual({ isBack: true, isForced: false, rest: '#about' })
  expect(afterHash('#about&force_relogin=on')).toEqual({ isBack: false, isForced: true, rest: '#about' })
  expect(afterHash('#from_auth=no')).toEqual({ isBack: false, isForced: false, rest: '#from_auth=no' })
  expect(afterHash('')).toEqual({ isBack: false, isForced: false, rest: '' })
})
