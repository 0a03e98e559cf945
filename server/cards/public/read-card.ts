import type { HomepageSetting } from '#contract/cards/cards.ts'
import { permissionBits } from '#contract/permissions.ts'
import { planFrom, type PlanReader } from '#server/billing/orders/read-plan.ts'
import type { PlanView } from '#server/billing/subscriptions/describe-subscription.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { picturesFrom, readPictures, type Pictures } from '#server/media/read-pictures.ts'
import { cardRights } from '../settings/card-rights.ts'
import { findCardId, findFullCard, listVersions } from '../card-store.ts'
import type { WholeCard } from '../editor/present-edited.ts'
import { readHomepageDefaults } from '../settings/read-installation.ts'
import type { Subject } from '../tables.ts'
import { withOverrides } from '../settings/with-overrides.ts'
import { componentsOf, servicesOf } from './service-store.ts'

/** A card with its plan, permissions and pictures. */
export type ReadCard = PlanView & { subject: Subject; version: string; permissions: number; pictures: Pictures }

export async function readCard(deps: PlanReader, alias: string, version?: string): Promise<ReadCard> {
  const { db } = deps
  const id = await findCardId(db, alias)
  if (id === null) throw problem('card-not-found')
  const found = await findFullCard(db, id, version)
  if (!found) throw problem('card-not-found')
  const plan = planFrom(deps, found.storedPlan)
  const subject = withOverrides(found.subject, found.overrides)
  const rights = cardRights({ plan: plan.plan, granted: subject.grantedRights, revoked: subject.revokedRights })
  return { ...plan, subject, version: found.version, permissions: permissionBits(rights), pictures: picturesFrom(found.storedPictures) }
}

/** A card, and the default home page settings. */
export function readCardWithDefaults(deps: PlanReader, alias: string, version?: string): Promise<[ReadCard, HomepageSetting[]]> {
  return Promise.all([readCard(deps, alias, version), readHomepageDefaults(deps.db)])
}

/** A card with everything its owner edits. Sequential, because a transaction has one connection. */
export async function readWholeCard(db: Db, subject: Subject): Promise<WholeCard> {
  const services = await servicesOf(db, subject.id)
  const components = await componentsOf(db, subject.id)
  const versions = await listVersions(db, subject.id)
  const pictures = await readPictures(db, subject.id)
  return { subject, services, components, versions, pictures, homepageDefaults: await readHomepageDefaults(db) }
}
