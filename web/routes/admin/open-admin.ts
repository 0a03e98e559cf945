import { data, type LoaderFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { ownOf } from '#contract/own-of.ts'
import type { Desk } from '#contract/cards/releases.ts'
import { apiContext } from '../../platform/provided.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { translateFor } from '../translate-for.ts'
import type { NobodyHome } from '../card/shell/open-card.ts'

/** For everyone but an administrator there is no such page: they see what any address without a card shows. */
export const noSuchPage = () => data<NobodyHome>({ nobodyAt: 'admin' }, { status: 404 })

export async function openAdmin({ context }: Pick<LoaderFunctionArgs, 'context'>): Promise<Desk> {
  try {
    return await context.get(apiContext).call('releases.desk')
  } catch (thrown) {
    if (isRefused(thrown) && [401, 404].includes(thrown.problem.status)) throw noSuchPage()
    throw thrown
  }
}

const texts: Record<string, MessageKey> = {
  saved: 'admin.releases.saved',
  draft: 'admin.releases.draftSaved',
  removed: 'admin.releases.removed',
  ours: 'admin.releases.oursAgain',
  done: 'admin.done',
}

/** What the page before this one did. */
export function doneIn(request: Request): string | null {
  const key = ownOf(texts, new URL(request.url).searchParams.get('told') ?? '')
  return key ? translateFor(request)(key) : null
}
