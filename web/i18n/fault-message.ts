import { hearFault } from '#contract/cards/draft-faults.ts'
import type { Translate } from '#common/messages/message.ts'

/** What the server says is wrong with a draft, in the reader’s language; words we do not know stand as they came. */
export function faultMessage(t: Translate, message: string): string {
  const heard = hearFault(message)
  return heard ? t(`fault.${heard.name}`, heard.given) : message
}
