import { data, type LoaderFunctionArgs } from 'react-router'
import { isProblem } from '#contract/api.ts'
import type { ReleasesAdmin } from '#contract/cards/releases.ts'
import { apiContext } from '../../platform/router-context.ts'
import type { CardNotFoundData } from '../../loaders/open-card.ts'

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
