import { cardFields } from '#contract/cards/card-fields.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { fieldAt, sectionOf, sections } from './sections.ts'

/** The labels of a path: its section and, if it has one, its field. */
export function labelPathOf(path: string): MessageKey[] {
  const section = sections[sectionOf(path)].label
  const name = fieldAt(path)
  const field = name && cardFields[name]
  return field && 'label' in field ? [section, field.label] : [section]
}

export const labelPathText = (t: Translate, path: string): string =>
  labelPathOf(path)
    .map((label) => t(label))
    .join(' · ')
