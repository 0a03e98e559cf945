import type { Db } from '#server/database/database.ts'
import { firstId } from '#server/database/new-id.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { listEditedCards } from './office-address-store.ts'
import { isSamePlace, placeOf } from '#common/place.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Geocoder } from '#server/integrations/geocoder.ts'
import { findSubject, lockSubject, updateSubject } from '../card-store.ts'

export function locateCard(deps: LocateDeps): Job<'cards.locate'> {
  return { name: 'cards.locate', run: ({ subjectId }) => updateLocation(deps, subjectId) }
}

type Deps = { db: Db; clock: Clock; settings: Pick<Settings, 'geocoder'>; jobs: Pick<Jobs, 'enqueue'> }

/** Two days, so that a missed night is caught up. */
const twoDaysMs = 2 * 86_400_000
const batchSize = 5000

/** Every night: geocodes offices whose change event was lost when a server stopped. */
export function locateMissed({ db, clock, settings, jobs }: Deps, atOnce = batchSize): Job<'cards.locate-missed'> {
  return {
    name: 'cards.locate-missed',
    every: '27 3 * * *',
    async run() {
      if (settings.geocoder === 'off') return
      const since = new Date(clock.now().getTime() - twoDaysMs)
      for (let after: string | null = firstId; after !== null;) {
        const { cards, end }: Awaited<ReturnType<typeof listEditedCards>> = await listEditedCards(db, { since, after, count: atOnce })
        for (const card of cards) if (!isSamePlace(card)) await jobs.enqueue(db, 'cards.locate', { subjectId: card.id }, { key: card.id })
        after = end
      }
    },
  }
}

type LocateDeps = { db: Db; changes: Changes; clock: Clock; geocoder: Geocoder }

/** Geocodes an office and stores the location, unless it is current. Visitors only read the stored one. */
export async function updateLocation({ db, changes, clock, geocoder }: LocateDeps, subjectId: string) {
  const subject = await findSubject(db, subjectId)
  if (!subject?.companyAddress || isSamePlace(subject)) return
  const place = placeOf(subject)
  const found = await geocoder.locate({ ...place, country: subject.companyCountry })
  if (found.status === 'FAILED') throw new Error('the geocoder failed')
  if (found.status === 'NONE') return
  await changes.write(async (tx, publish) => {
    const now = await lockSubject(tx, subjectId)
    // The owner may have changed the address meanwhile.
    if (!now || JSON.stringify(placeOf(now)) !== JSON.stringify(place)) return
    const address = { address_line_1: place.street, city: place.city, state: place.state, zip_code: place.zip }
    // No location before and none now: nothing to change.
    if (found.status !== 'OK' && !now.settings.location) return
    const location = found.status === 'OK' ? { lat: found.lat, lng: found.lng, address } : null
    await updateSubject(tx, subjectId, { settings: { ...now.settings, location } }, clock.now())
    publish(`card:${subjectId}`)
  })
}
