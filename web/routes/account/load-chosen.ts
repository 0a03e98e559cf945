import type { LoaderFunctionArgs } from 'react-router'
import type { OwnCardItem } from '#contract/cards/cards.ts'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { apiContext } from '../../platform/provided.ts'
import { readEdited } from '../editor/open-editor.ts'
import { planOf } from '../owner/owner-links.ts'
import type { ShellPlan } from '../../features/shell/shell-view.ts'

/** The card that pages of the account are about. */
export type Chosen = { alias: string; experiments: string[]; newContacts: number; plan: ShellPlan | null }

/** The card that the address names or, where that is none of theirs, the first; with what its editor knows, unless that cannot be read now. */
export async function loadChosen(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  cards: readonly OwnCardItem[],
): Promise<{ chosen: Chosen; card: OwnCardItem; editor: EditorAnswer | null } | null> {
  const { searchParams } = new URL(request.url)
  const named = (searchParams.get('card') ?? searchParams.get('alias'))?.toLowerCase()
  const card = cards.find(({ alias }) => alias === named) ?? cards[0]
  if (!card) return null
  const { alias } = card
  const read = await readEdited(context.get(apiContext), alias).catch(() => null)
  return {
    card,
    editor: read?.editor ?? null,
    chosen: {
      alias,
      experiments: read?.owner.experiments ?? [],
      newContacts: read?.owner.newContacts ?? 0,
      plan: read && planOf(read.owner),
    },
  }
}
