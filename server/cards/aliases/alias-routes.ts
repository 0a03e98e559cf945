import { requestLanguage } from '#common/request-language.ts'
import type { PlanLengths } from '#server/billing/orders/set-plan.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { claimCard } from '../claims/claim-card.ts'
import { createOwnCard } from '../owned/create-own-card.ts'
import { findClaimable } from '../claims/find-claimable.ts'
import { judgeAlias } from './judge-alias.ts'
import { visibleNames } from '../public/visible-names.ts'

type Needs = { db: Db; clock: Clock; changes: Changes; jobs: Jobs; settings: Pick<Settings, 'productSlug'> & PlanLengths }

/** How a card becomes somebody’s. */
export function aliasRoutes(needs: Needs) {
  const { productSlug } = needs.settings
  return {
    'cards.aliasState': ({ params, query, caller }) =>
      judgeAlias(needs.db, {
        typed: params.alias,
        name: query.name ?? '',
        productSlug,
        now: needs.clock.now(),
        subjectIds: caller.kind === 'owner' ? caller.subjectIds : [],
      }),
    'cards.create': ({ caller, input }) => createOwnCard(needs, caller, input),
    async 'cards.claimable'({ params }) {
      const card = await findClaimable(needs.db, params.alias)
      return { alias: card.alias, fullName: visibleNames(card).fullName }
    },
    async 'cards.requestClaimCode'({ input, request }) {
      const { id: subjectId } = await findClaimable(needs.db, input.alias)
      const language = requestLanguage(request)
      await needs.jobs.enqueue(needs.db, 'cards.mail-claim-code', { subjectId, language, wishId: newId() }, { key: subjectId })
      return { success: 1, message: '' }
    },
    'cards.claim': ({ caller, input }) => claimCard(needs, caller, input),
  } satisfies Partial<Handlers>
}
