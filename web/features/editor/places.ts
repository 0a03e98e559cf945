import { cardFields } from '#contract/cards/card-fields.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { fieldAt, sectionOf, sections } from './sections.ts'

/** Where something is decided, in words: its section and, where it has one, its own name. */
export function placeOf(path: string): MessageKey[] {
  const section = sections[sectionOf(path)].label
  const name = fieldAt(path)
  const field = name && cardFields[name]
  return field && 'label' in field ? [section, field.label] : [section]
}
