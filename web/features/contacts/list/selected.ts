import { selectedContactsMax } from '#contract/contact-choices.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import type { ContactSearch } from '../contacts-view.ts'
import { chosenTags } from '../sheet/tags.ts'

type Selected = {
  clientIds: string[]
  /** How many match the search, if all of them are selected. */
  matching: number | null
  tags: string[]
  intent: 'labelSeveral' | 'eraseSeveral'
  missing: MessageKey | null
}

/** The selected contacts, the label to add, and what is missing to label or delete them. */
export function selectedIn(form: FormData): Selected {
  const clientIds = form.getAll('id').map(String)
  const matching = Number(form.get('matching')) || null
  const tags = chosenTags(form)
  const intent = form.get('intent') === 'eraseSeveral' ? 'eraseSeveral' : 'labelSeveral'
  const missing = () => {
    if (clientIds.length === 0 && matching === null) return 'contacts.selectNone'
    if (clientIds.length > selectedContactsMax && matching === null) return 'contacts.selectMax'
    return intent === 'labelSeveral' && tags.length === 0 ? 'contacts.labelMissing' : null
  }
  return { clientIds, matching, tags, intent, missing: missing() }
}

/** The search of which all matching contacts are selected, as the API gets it. */
export const matchingInput = (alias: string, { q, label, sort }: ContactSearch, count: number) => ({
  alias,
  SearchFor: q,
  tag: label,
  sort: sort ?? ('newest' as const),
  count,
})

/** How many were labeled, and how many would have too many labels. */
export const labeledWords = (t: Translate, { count, refused }: { count: number; refused: number }): string =>
  [count > 0 && t('contacts.labeledSeveral', { count }), refused > 0 && t('contacts.labelsFull', { count: refused })]
    .filter(Boolean)
    .join(' ')
