import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Geocoder } from '#server/integrations/geocoder.ts'
import { findSubject, lockSubject, updateSubject } from '../card-store.ts'
import { isSamePlace, placeOf } from '#common/place.ts'

export type LocateNeeds = { db: Db; changes: Changes; clock: Clock; geocoder: Geocoder }

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
