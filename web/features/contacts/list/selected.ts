import { selectedContactsMax } from '#contract/contact-choices.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import type { ContactSearch, Matching } from '../contacts-view.ts'
import { chosenTags } from '../sheet/tags.ts'

const intents = ['labelSeveral', 'unlabelSeveral', 'eraseSeveral'] as const
type Intent = (typeof intents)[number]
export const isSelectionIntent = (intent: string): intent is Intent => intents.some((one) => one === intent)

export type Selected = {
  clientIds: string[]
  /** Those that match the search, if all of them are selected. */
  matching: Matching | null
  /** Labels to add, or to remove. */
  labels: { tags: string[]; removedTags: string[] }
  intent: Intent
  missing: MessageKey | null
}

/** The selected contacts, their labels to change, and what is missing to label or delete them. */
export function selectedIn(form: FormData): Selected {
  const clientIds = form.getAll('id').map(String)
  const [count, digest = ''] = String(form.get('matching') ?? '').split('.')
  const matching = digest ? { count: Number(count), digest } : null
  const chosen = chosenTags(form)
  const intent = intents.find((one) => one === form.get('intent')) ?? 'labelSeveral'
  const labels = intent === 'unlabelSeveral' ? { tags: [], removedTags: chosen } : { tags: chosen, removedTags: [] }
  const missing = () => {
    if (clientIds.length === 0 && matching === null) return 'contacts.selectNone'
    if (clientIds.length > selectedContactsMax && matching === null) return 'contacts.selectMax'
    return intent !== 'eraseSeveral' && chosen.length === 0 ? 'contacts.labelMissing' : null
  }
  return { clientIds, matching, labels, intent, missing: missing() }
}

/** The value of the check box that selects them. */
export const matchingValue = ({ count, digest }: Matching) => `${count}.${digest}`

/** The search of which all matching contacts are selected, as the API gets it. */
export const matchingInput = (alias: string, { q, label, sort }: ContactSearch, matching: Matching) => ({
  alias,
  SearchFor: q,
  tag: label,
  sort: sort ?? ('newest' as const),
  ...matching,
})

/** How many were labeled or lost labels, and how many would have too many. */
export const labeledWords = (t: Translate, intent: Intent, { count, refused }: { count: number; refused: number }): string =>
  [
    (count > 0 || refused === 0) && t(intent === 'unlabelSeveral' ? 'contacts.unlabeledSeveral' : 'contacts.labeledSeveral', { count }),
    refused > 0 && t('contacts.labelsFull', { count: refused }),
  ]
    .filter(Boolean)
    .join(' ')
