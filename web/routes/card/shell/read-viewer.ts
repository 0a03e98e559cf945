import type { LoaderFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import type { OpenCard } from '../../../features/cards/frame/frame-view.ts'
import { readOwner, type Owner } from '../../owner/open-owner.ts'

/** The card's own owner, where that is who looks; nobody else is told apart. */
export async function readViewer(open: OpenCard, args: Pick<LoaderFunctionArgs, 'context'>): Promise<Owner | null> {
  try {
    return await readOwner(open, args)
  } catch (thrown) {
    if (isRefused(thrown) && thrown.problem.status === 401) return null
    throw thrown
  }
}
