import type { LoaderFunctionArgs } from 'react-router'
import type { OwnCardItem } from '#contract/cards/cards.ts'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import type { OwnerShare } from '../../features/share/shared-card.ts'
import { apiContext } from '../../platform/router-context.ts'
import { readEdited } from '../../loaders/open-editor.ts'
import { loadFailing, loadShare, type FailingConnection } from '../../loaders/load-who.ts'
import { planOf } from '../../loaders/owner-links.ts'
import type { ShellPlan } from '../../features/shell/shell-view.ts'

/** The card that account pages are about. */
export type Chosen = {
  alias: string
  experiments: string[]
  newContacts: number
  failingCount: number
  plan: ShellPlan | null
  share: OwnerShare | null
}

/** The owner’s card named by the address, or their first one. `editor` is null if it cannot be read now. */
export async function loadChosen(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  cards: readonly OwnCardItem[],
): Promise<{ chosen: Chosen; card: OwnCardItem; editor: EditorAnswer | null; failing: FailingConnection[] } | null> {
  const { searchParams } = new URL(request.url)
  const named = (searchParams.get('card') ?? searchParams.get('alias'))?.toLowerCase()
  const card = cards.find(({ alias }) => alias === named) ?? cards[0]
  if (!card) return null
  const { alias } = card
  const [read, failing, share] = await Promise.all([
    readEdited(context.get(apiContext), alias).catch((error: unknown) => {
      if (!card.isAvailable) throw error
      return null
    }),
    loadFailing({ context }, alias),
    loadShare({ request, context }, alias),
  ])
  return {
    card,
    editor: read?.editor ?? null,
    failing,
    chosen: {
      alias,
      experiments: read?.owner.experiments ?? [],
      newContacts: read?.owner.newContacts ?? 0,
      failingCount: failing.length,
      plan: read && planOf(read.owner),
      share,
    },
  }
}
