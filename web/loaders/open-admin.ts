import { data, type LoaderFunctionArgs } from 'react-router'
import { isProblem } from '#contract/api.ts'
import type { ReleasesAdmin } from '#contract/cards/releases.ts'
import { apiContext } from '../platform/router-context.ts'
import { oncePerRequest, type CardNotFoundData } from './open-card.ts'

/** Everyone but administrators sees the page of an unknown card. */
export const noSuchPage = (segment = 'admin') => data<CardNotFoundData>({ missingAlias: segment }, { status: 404 })

const read = ({ context }: Pick<LoaderFunctionArgs, 'context'>) => context.get(apiContext).call('releases.admin')
const readOnce = oncePerRequest(read)

export async function openAdmin(
  { context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>,
  segment?: string,
): Promise<ReleasesAdmin> {
  try {
    // What an action changes is read again by the loaders after it.
    return await (request.method === 'POST' ? read({ context }) : readOnce({ params: {}, context }))
  } catch (thrown) {
    if (isProblem(thrown) && [401, 404].includes(thrown.problem.status)) throw noSuchPage(segment)
    throw thrown
  }
}
