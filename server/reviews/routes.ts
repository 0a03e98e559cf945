import { AgentReviews, LenderReviews } from '#contract/cards/reviews.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { checkReviews } from './check-reviews.ts'
import { readReviews, type Asked } from './read-reviews.ts'
import type { ReviewNeeds } from './update-reviews.ts'

const noAgentReviews = { profile: { profileURL: '' }, reviews: [] }
const noLenderReviews = { profileURL: '', reviews: [] }

type By = { dependsOn: (change: `card:${string}`) => void }

export function reviewRoutes(needs: ReviewNeeds & { jobs: Jobs }) {
  async function give({ dependsOn }: By, asked: Asked): Promise<unknown> {
    const { subjectId, answer } = await readReviews(needs, asked)
    dependsOn(`card:${subjectId}`)
    return answer
  }
  const agent = async (by: By, asked: Asked) => AgentReviews.parse((await give(by, asked)) ?? noAgentReviews)

  return {
    'reviews.agent': (call) => agent(call, { source: 'zillow-agent', reviewedAs: call.params.screenName }),

    'reviews.agentFallback': (call) =>
      agent(call, { source: 'zillow-fallback', reviewedAs: call.params.screenName, business: call.params.businessName }),

    'reviews.check': ({ input, caller }) => checkReviews(needs, caller, input),

    'reviews.lender': async (call) =>
      LenderReviews.parse((await give(call, { source: 'zillow-lender', reviewedAs: call.params.nmlsId })) ?? noLenderReviews),
  } satisfies Partial<Handlers>
}
