import { requestLanguage } from '#common/request-language.ts'
import type { PlanLengths } from '#server/billing/orders/set-plan.ts'
import type { PlanSettings } from '#server/billing/subscriptions/describe-subscription.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import { newId } from '#server/database/new-id.ts'
import { cardsOf, type Handlers } from '#server/http/calls/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { PageReader } from '#server/integrations/page-reader.ts'
import type { UploadDeps } from '#server/media/upload-picture.ts'
import type { Settings } from '#server/settings.ts'
import { claimCard } from '../claims/claim-card.ts'
import { readImportFile, readImportPage } from '../imports/read-import.ts'
import { createOwnCard } from '../owned/create-own-card.ts'
import { findClaimable } from '../claims/find-claimable.ts'
import { readAliasState } from './alias-state.ts'
import { findSubmitted } from './similar-alias-store.ts'
import { visibleNames } from '../public/visible-names.ts'

type Deps = UploadDeps & {
  changes: Changes
  jobs: Jobs
  pageReader: PageReader
  settings: PlanSettings & Pick<Settings, 'productSlug'> & PlanLengths
}

/** Endpoints for creating and claiming cards. */
export function aliasRoutes(deps: Deps) {
  const { productSlug } = deps.settings
  return {
    'cards.aliasState': ({ params, query, caller }) =>
      readAliasState(deps.db, {
        typed: params.alias,
        name: query.name ?? '',
        productSlug,
        now: deps.clock.now(),
        subjectIds: cardsOf(caller),
      }),
    'cards.readImportFile': ({ input }) => readImportFile(deps, input),
    'cards.readImportPage': ({ input }) => readImportPage(deps, input.address),
    'cards.create': ({ caller, input }) => createOwnCard(deps, caller, input),
    async 'cards.submitted'({ caller, params }) {
      const found = caller.kind === 'owner' ? await findSubmitted(deps.db, caller.accountId, params.submissionId) : null
      return { alias: found?.alias ?? null }
    },
    async 'cards.claimable'({ params }) {
      const card = await findClaimable(deps.db, params.alias)
      return { alias: card.alias, fullName: visibleNames(card).fullName }
    },
    async 'cards.requestClaimCode'({ input, request }) {
      const { id: subjectId } = await findClaimable(deps.db, input.alias)
      const language = requestLanguage(request)
      await deps.jobs.enqueue(deps.db, 'cards.mail-claim-code', { subjectId, language, requestId: newId() }, { key: subjectId })
    },
    'cards.claim': ({ caller, input }) => claimCard(deps, caller, input),
  } satisfies Partial<Handlers>
}
