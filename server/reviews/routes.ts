import { AgentReviews, LenderReviews } from '#contract/cards/reviews.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import { checkReviews } from './check-reviews.ts'
import { readReviews, type ReviewRequest } from './read-reviews.ts'
import type { ReviewDeps } from './update-reviews.ts'

const noAgentReviews = { profile: { profileURL: '' }, reviews: [] }
const noLenderReviews = { profileURL: '', reviews: [] }

type CacheContext = { dependsOn: (change: `card:${string}`, forMs: number) => void }

export function reviewRoutes(deps: ReviewDeps) {
  async function read({ dependsOn }: CacheContext, request: ReviewRequest): Promise<unknown> {
    const { subjectId, answer, forMs } = await readReviews(deps, request)
    dependsOn(`card:${subjectId}`, forMs)
    return answer
  }
  const agent = async (context: CacheContext, request: ReviewRequest) =>
    AgentReviews.parse((await read(context, request)) ?? noAgentReviews)

  return {
    'reviews.agent': (call) => agent(call, { source: 'zillow-agent', reviewedAs: call.params.screenName }),

    'reviews.agentFallback': (call) =>
      agent(call, { source: 'zillow-fallback', reviewedAs: call.params.screenName, business: call.params.businessName }),

    'reviews.check': ({ input, caller }) => checkReviews(deps, caller, input),

    'reviews.lender': async (call) =>
      LenderReviews.parse((await read(call, { source: 'zillow-lender', reviewedAs: call.params.nmlsId })) ?? noLenderReviews),
  } satisfies Partial<Handlers>
}
