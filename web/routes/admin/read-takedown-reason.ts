import { takedownCauses, type TakedownCause } from '#contract/admin/abuse-choices.ts'
import type { Translate } from '#common/messages/message.ts'
import { fieldOf } from '../../loaders/submit-form.ts'

type Result =
  | { reason: { cause?: TakedownCause; reason: string }; errors?: undefined }
  | { reason?: undefined; errors: Record<string, string> }

/** The reason of a takedown: the cause that was chosen, and the message. */
export function readTakedownReason(form: FormData, t: Translate): Result {
  const chosen = fieldOf(form, 'reason')
  const cause = takedownCauses.find((one) => one === chosen)
  const reason = fieldOf(form, 'message').replace(/\s+/g, ' ').trim()
  if (cause) return { reason: { cause, reason } }
  if (chosen !== 'other') return { errors: { reason: t('admin.reasonMissing') } }
  return reason === '' ? { errors: { message: t('admin.reasonDescribe') } } : { reason: { reason } }
}
