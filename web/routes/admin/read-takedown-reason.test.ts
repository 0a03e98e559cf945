import { expect, test } from 'vitest'
import { takedownMessageMax, takedownReasonMax, takedownReasons } from '#contract/admin/abuse-choices.ts'
import { languages } from '#contract/languages.ts'
import { loadMessages } from '../../i18n/use-translate.ts'
import { readTakedownReason } from './read-takedown-reason.ts'

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('the reason of a takedown is the sentence that was chosen, then the message', async () => {
  const t = await loadMessages('en-US')
  const read = (fields: Record<string, string>) => readTakedownReason(formOf(fields), t)
  expect(read({ reason: 'impersonation' })).toEqual({ reason: 'Someone else’s name or picture' })
  expect(read({ reason: 'spam', message: ' Remove the coupons. ' })).toEqual({ reason: 'Spam or advertising. Remove the coupons.' })
  expect(read({ reason: 'other', message: 'The license expired.' })).toEqual({ reason: 'The license expired.' })
  expect(read({ reason: 'other', message: ' ' })).toEqual({ errors: { message: 'Enter a reason.' } })
  expect(read({ reason: 'nonsense', message: 'The license expired.' })).toEqual({ errors: { reason: 'Enter a reason.' } })
})

test.each(languages)('every reason fits with the longest message in %s', async (language) => {
  const t = await loadMessages(language)
  for (const reason of takedownReasons) {
    const read = readTakedownReason(formOf({ reason, message: 'x'.repeat(takedownMessageMax) }), t)
    expect(read.reason?.length).toBeLessThanOrEqual(takedownReasonMax)
  }
})
