import { data, type LoaderFunctionArgs } from 'react-router'
import { isProblem } from '#contract/api.ts'
import { ownProperty } from '#contract/own-property.ts'
import type { ReleasesAdmin } from '#contract/cards/releases.ts'
import { apiContext } from '../../platform/router-context.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { translateFor } from '../translate-for.ts'
import type { CardNotFoundData } from '../card/shell/open-card.ts'

/** Everyone but administrators sees the page of an unknown card. */
export const noSuchPage = () => data<CardNotFoundData>({ missingAlias: 'admin' }, { status: 404 })

export async function openAdmin({ context }: Pick<LoaderFunctionArgs, 'context'>): Promise<ReleasesAdmin> {
  try {
    return await context.get(apiContext).call('releases.admin')
  } catch (thrown) {
    if (isProblem(thrown) && [401, 404].includes(thrown.problem.status)) throw noSuchPage()
    throw thrown
  }
}

const texts: Record<string, MessageKey> = {
  saved: 'admin.releases.saved',
  draft: 'admin.releases.draftSaved',
  removed: 'admin.releases.removed',
  builtIn: 'admin.releases.builtInRestored',
  done: 'admin.done',
  started: 'admin.done.started',
}

/** The message about the result of the last form. */
export function doneIn(request: Request): string | null {
  const key = ownProperty(texts, new URL(request.url).searchParams.get('done') ?? '')
  return key ? translateFor(request)(key) : null
}
