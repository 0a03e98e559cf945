import type { HomepageSetting } from '#contract/cards/cards.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { readCard, type ReadCard } from './read-card.ts'
import { readHomepageDefaults } from '../settings/read-installation.ts'

/** A card, and what its home page shows where its owner decided nothing: both from one place. */
export function readWithDefaults(
  { db, clock }: { db: Db; clock: Clock },
  alias: string,
  version?: string,
): Promise<[ReadCard, HomepageSetting[]]> {
  return Promise.all([readCard({ db, clock }, alias, version), readHomepageDefaults(db)])
}
