import { AgentReviews, LenderReviews } from '#contract/reviews.ts'
import type { Handlers } from '#server/http/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { checkReviews } from './check-reviews.ts'
import { readReviews, type Asked } from './read-reviews.ts'
import type { ReviewNeeds } from './update-reviews.ts'

const noAgentReviews = { profile: { profileURL: '' }, reviews: [] }
const noLenderReviews = { profileURL: '', reviews: [] }

export function reviewRoutes(needs: ReviewNeeds & { jobs: Jobs }): Handlers {
  async function give(asked: Asked, dependsOn: (change: `card:${string}`) => void): Promise<unknown> {
    const { subjectId, answer } = await readReviews(needs, asked)
    dependsOn(`card:${subjectId}`)
    return answer
  }
  const agent = async (asked: Asked, dependsOn: (change: `card:${string}`) => void) =>
    AgentReviews.parse((await give(asked, dependsOn)) ?? noAgentReviews)

  return {
    'reviews.agent': ({ params, dependsOn }) => agent({ source: 'zillow-agent', reviewedAs: params.screenName }, dependsOn),

    'reviews.agentFallback': ({ params, dependsOn }) =>
      agent({ source: 'zillow-fallback', reviewedAs: params.screenName, business: params.businessName }, dependsOn),

    'reviews.check': ({ input, caller }) => checkReviews(needs, caller, input),

    'reviews.lender': async ({ params, dependsOn }) =>
      LenderReviews.parse((await give({ source: 'zillow-lender', reviewedAs: params.nmlsId }, dependsOn)) ?? noLenderReviews),
  }
}
