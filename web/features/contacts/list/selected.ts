import { selectedContactsMax } from '#contract/contact-choices.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { chosenTags } from '../sheet/tags.ts'

type Selected = { clientIds: string[]; tags: string[]; intent: 'labelSeveral' | 'eraseSeveral'; missing: MessageKey | null }

/** The selected contacts, the label to add, and what is missing to label or delete them. */
export function selectedIn(form: FormData): Selected {
  const clientIds = form.getAll('id').map(String)
  const tags = chosenTags(form)
  const intent = form.get('intent') === 'eraseSeveral' ? 'eraseSeveral' : 'labelSeveral'
  const missing = () => {
    if (clientIds.length === 0) return 'contacts.selectNone'
    if (clientIds.length > selectedContactsMax) return 'contacts.selectMax'
    return intent === 'labelSeveral' && tags.length === 0 ? 'contacts.labelMissing' : null
  }
  return { clientIds, tags, intent, missing: missing() }
}

/** How many were labeled, and how many would have too many labels. */
export const labeledWords = (t: Translate, { count, refused }: { count: number; refused: number }): string =>
  [count > 0 && t('contacts.labeledSeveral', { count }), refused > 0 && t('contacts.labelsFull', { count: refused })]
    .filter(Boolean)
    .join(' ')
