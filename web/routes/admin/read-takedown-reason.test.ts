import { expect, test } from 'vitest'
import { loadMessages } from '../../i18n/use-translate.ts'
import { readTakedownReason } from './read-takedown-reason.ts'

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a takedown’s reason is the chosen cause and the message, or the message alone', async () => {
  const t = await loadMessages('en-US')
  const read = (fields: Record<string, string>) => readTakedownReason(formOf(fields), t)
  expect(read({ reason: 'impersonation' })).toEqual({ reason: { cause: 'impersonation', reason: '' } })
  expect(read({ reason: 'spam', message: ' Remove  the coupons. ' })).toEqual({ reason: { cause: 'spam', reason: 'Remove the coupons.' } })
  expect(read({ reason: 'other', message: 'The license expired.' })).toEqual({ reason: { reason: 'The license expired.' } })
  expect(read({ reason: 'other', message: ' ' })).toEqual({ errors: { message: 'Describe the reason.' } })
  expect(read({ reason: 'nonsense', message: 'The license expired.' })).toEqual({ errors: { reason: 'Enter a reason.' } })
})
