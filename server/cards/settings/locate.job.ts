import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { listEdited } from '../aliases/addressed-store.ts'
import { isSamePlace } from '#common/place.ts'
import { updateLocation, type LocateNeeds } from './update-location.ts'

export function locateCard(needs: LocateNeeds): Job<'cards.locate'> {
  return { name: 'cards.locate', run: ({ subjectId }) => updateLocation(needs, subjectId) }
}

type Needs = { db: Db; clock: Clock; settings: Pick<Settings, 'geocoder'>; jobs: () => Pick<Jobs, 'enqueue'> }

/** A night that was missed is made up for. */
const twoDaysMs = 2 * 86_400_000
const usualAtOnce = 5000
const firstId = '00000000-0000-0000-0000-000000000000'

/** Every night: offices whose edit nobody heard, because a server ended between hearing and asking. */
export function locateMissed({ db, clock, settings, jobs }: Needs, atOnce = usualAtOnce): Job<'cards.locate-missed'> {
  return {
    name: 'cards.locate-missed',
    every: '27 3 * * *',
    async run() {
      if (settings.geocoder === 'off') return
      const since = new Date(clock.now().getTime() - twoDaysMs)
      for (let after: string | null = firstId; after !== null;) {
        const { cards, end }: Awaited<ReturnType<typeof listEdited>> = await listEdited(db, { since, after, count: atOnce })
        for (const card of cards) if (!isSamePlace(card)) await jobs().enqueue(db, 'cards.locate', { subjectId: card.id }, { key: card.id })
        after = end
      }
    },
  }
}
