import { data, type LoaderFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { ownOf } from '#contract/own-of.ts'
import type { Desk } from '#contract/cards/releases.ts'
import { apiContext } from '../../platform/provided.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { translateFor } from '../translate-for.ts'
import type { NobodyHome } from '../card/shell/open-card.ts'

/** For everybody but an operator there is no such page: they see what stands under any other name that nobody has. */
export const noSuchPage = () => data<NobodyHome>({ nobodyAt: 'operator' }, { status: 404 })

export async function openDesk({ context }: Pick<LoaderFunctionArgs, 'context'>): Promise<Desk> {
  try {
    return await context.get(apiContext).call('releases.desk')
  } catch (thrown) {
    if (isRefused(thrown) && [401, 404].includes(thrown.problem.status)) throw noSuchPage()
    throw thrown
  }
}

const said: Record<string, MessageKey> = {
  saved: 'desk.saved',
  draft: 'desk.draftSaved',
  removed: 'desk.removed',
  ours: 'desk.oursAgain',
  done: 'operator.done',
}

/** What the page before this one did. */
export function toldIn(request: Request): string | null {
  const key = ownOf(said, new URL(request.url).searchParams.get('told') ?? '')
  return key ? translateFor(request)(key) : null
}
