import type { HomepageSetting } from '#contract/cards.ts'
import type { Shown } from '#server/db/reads.ts'
import type { Clock } from '#server/outside/clock.ts'
import { readCard, type ReadCard } from './read-card.ts'
import { readHomepageDefaults } from './read-installation.ts'

/** A card, and what its home page shows where its owner decided nothing: both from one place. */
export function readWithDefaults(
  { shown, clock }: { shown: Shown; clock: Clock },
  alias: string,
  version?: string,
): Promise<[ReadCard, HomepageSetting[]]> {
  return shown((from) => Promise.all([readCard({ db: from, clock }, alias, version), readHomepageDefaults(from)]))
}
