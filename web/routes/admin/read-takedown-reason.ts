import { takedownReasons } from '#contract/admin/abuse-choices.ts'
import type { Translate } from '#common/messages/message.ts'
import { fieldOf } from '../submit-form.ts'

type Result = { reason: string; errors?: undefined } | { reason?: undefined; errors: Record<string, string> }

/** The reason of a takedown as its owners read it: the sentence that was chosen, then the message. */
export function readTakedownReason(form: FormData, t: Translate): Result {
  const chosen = takedownReasons.find((one) => one === fieldOf(form, 'reason'))
  const message = fieldOf(form, 'message').replace(/\s+/g, ' ').trim()
  if (!chosen) return { errors: { reason: t('admin.reasonMissing') } }
  if (chosen === 'other') return message === '' ? { errors: { message: t('admin.reasonMissing') } } : { reason: message }
  const sentence = t(`admin.takedownReason.${chosen}`)
  return { reason: message === '' ? sentence : `${sentence}. ${message}` }
}
