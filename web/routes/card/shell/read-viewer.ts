import type { LoaderFunctionArgs } from 'react-router'
import { isProblem } from '#contract/api.ts'
import type { OpenCard } from '../../../features/cards/frame/frame-view.ts'
import { readOwner } from '../../../loaders/open-owner.ts'
import type { Owner } from '../../../loaders/owner-of.ts'

/** The signed-in owner of this card, or null. */
export async function readViewer(open: OpenCard, args: Pick<LoaderFunctionArgs, 'context'>): Promise<Owner | null> {
  try {
    return await readOwner(open, args)
  } catch (thrown) {
    if (isProblem(thrown) && thrown.problem.status === 401) return null
    throw thrown
  }
}
