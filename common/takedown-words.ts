import type { TakedownCause } from '#contract/admin/abuse-choices.ts'
import type { Translate } from './messages/message.ts'

/** The reason of a takedown in the reader's language: the cause that was chosen, then what the administrator wrote. */
export const takedownWords = (t: Translate, { cause, reason }: { cause?: TakedownCause | null | undefined; reason: string }): string =>
  [cause && t(`admin.detail.cause.${cause}`), reason].filter(Boolean).join('. ')
