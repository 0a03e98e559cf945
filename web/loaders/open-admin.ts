import { data, type LoaderFunctionArgs } from 'react-router'
import { isProblem } from '#contract/api.ts'
import type { ReleasesAdmin } from '#contract/cards/releases.ts'
import { apiContext } from '../platform/router-context.ts'
import type { CardNotFoundData } from './open-card.ts'

/** Everyone but administrators sees the page of an unknown card. */
export const noSuchPage = (segment = 'admin') => data<CardNotFoundData>({ missingAlias: segment }, { status: 404 })

export async function openAdmin({ context }: Pick<LoaderFunctionArgs, 'context'>, segment?: string): Promise<ReleasesAdmin> {
  try {
    return await context.get(apiContext).call('releases.admin')
  } catch (thrown) {
    if (isProblem(thrown) && [401, 404].includes(thrown.problem.status)) throw noSuchPage(segment)
    throw thrown
  }
}
