import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { listEdited } from '../aliases/addressed-store.ts'
import { isSamePlace, placeOf } from '#common/place.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Geocoder } from '#server/integrations/geocoder.ts'
import { findSubject, lockSubject, updateSubject } from '../card-store.ts'

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

type LocateNeeds = { db: Db; changes: Changes; clock: Clock; geocoder: Geocoder }

/** Finds where the office is, unless it is known already. Its visitors never ask anybody: they read what is kept. */
export async function updateLocation({ db, changes, clock, geocoder }: LocateNeeds, subjectId: string) {
  const subject = await findSubject(db, subjectId)
  if (!subject?.companyAddress || isSamePlace(subject)) return
  const place = placeOf(subject)
  const found = await geocoder.locate({ ...place, country: subject.companyCountry })
  if (found.status === 'FAILED') throw new Error('the geocoder failed')
  if (found.status === 'NONE') return
  await changes.write(async (tx, tell) => {
    const now = await lockSubject(tx, subjectId)
    // The owner may have moved while we asked.
    if (!now || JSON.stringify(placeOf(now)) !== JSON.stringify(place)) return
    const address = { address_line_1: place.street, city: place.city, state: place.state, zip_code: place.zip }
    // Nothing known before, nothing found now: there is nothing to tell.
    if (found.status !== 'OK' && !now.settings.location) return
    const location = found.status === 'OK' ? { lat: found.lat, lng: found.lng, address } : null
    await updateSubject(tx, subjectId, { settings: { ...now.settings, location } }, clock.now())
    tell(`card:${subjectId}`)
  })
}
