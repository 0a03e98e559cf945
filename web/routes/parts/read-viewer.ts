import type { LoaderFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { initialsOf } from '#contract/initials.ts'
import type { OpenCard } from '../../features/cards/frame-view.ts'
import { portraitOf } from '../../features/cards/pictures.ts'
import type { Viewer } from '../../features/cards/viewer-chip.tsx'
import { apiContext } from '../../platform/provided.ts'

/** The card's own owner, where that is who looks; nobody else is told apart. */
export async function readViewer({ card }: OpenCard, { context }: Pick<LoaderFunctionArgs, 'context'>): Promise<Viewer | null> {
  const api = context.get(apiContext)
  try {
    await api.call('accounts.user', { query: { uId: card.key } })
  } catch (thrown) {
    if (isRefused(thrown) && thrown.problem.status === 401) return null
    throw thrown
  }
  const fresh = await api.call('contacts.search', {
    params: { page: 1, pageSize: 1, tag: 'none' },
    input: { alias: card.alias, SearchFor: '', ConnectedClientStatus: 1 },
  })
  const portrait = portraitOf(card)?.srcSet.split(' ')[0]
  return {
    name: card.fullName,
    initials: initialsOf(card.fullName),
    portrait: portrait ? { src: portrait } : null,
    alias: card.alias,
    newContacts: fresh.metaData.totalCount,
  }
}
