import type { HomepageSetting } from '#contract/cards/cards.ts'
import { numberOf } from '#contract/permissions.ts'
import { readPlan } from '#server/billing/orders/read-plan.ts'
import type { PlanView } from '#server/billing/subscriptions/describe-subscription.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { readPictures, type Pictures } from '#server/media/read-pictures.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { cardRights } from '../settings/card-rights.ts'
import { findCard, listVersions } from '../card-store.ts'
import type { WholeCard } from '../editor/present-edited.ts'
import { readHomepageDefaults } from '../settings/read-installation.ts'
import type { Subject } from '../tables.ts'
import { withOverrides } from '../settings/with-overrides.ts'
import { componentsOf, servicesOf } from './service-store.ts'

/** A card with all that decides what of it may be seen. */
export type ReadCard = PlanView & { subject: Subject; version: string; permissions: number; pictures: Pictures }

export async function readCard({ db, clock }: { db: Db; clock: Clock }, alias: string, version?: string): Promise<ReadCard> {
  const found = await findCard(db, alias, version)
  if (!found) throw problem('card-not-found')
  const { id } = found.subject
  const [plan, pictures] = await Promise.all([readPlan({ db, clock }, id), readPictures(db, id)])
  const subject = withOverrides(found.subject, found.overrides)
  const rights = cardRights({ plan: plan.plan, granted: subject.grantedRights, revoked: subject.revokedRights })
  return { ...plan, subject, version: found.version, permissions: numberOf(rights), pictures }
}

/** A card, and what its home page shows where its owner decided nothing: both from one place. */
export function readWithDefaults(
  { db, clock }: { db: Db; clock: Clock },
  alias: string,
  version?: string,
): Promise<[ReadCard, HomepageSetting[]]> {
  return Promise.all([readCard({ db, clock }, alias, version), readHomepageDefaults(db)])
}

/** A card with all that belongs to it, for its owner. One after another: inside a transaction there is one connection. */
export async function readWholeCard(db: Db, subject: Subject): Promise<WholeCard> {
  const services = await servicesOf(db, subject.id)
  const components = await componentsOf(db, subject.id)
  const versions = await listVersions(db, subject.id)
  const pictures = await readPictures(db, subject.id)
  return { subject, services, components, versions, pictures, homepageDefaults: await readHomepageDefaults(db) }
}
