import type { z } from 'zod'
import type { cards, Location } from '#contract/cards/cards.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { lockSubject, updateSubject } from '../card-store.ts'
import { placeOf } from '#common/place.ts'
import { readKeyed, type OwnerNeeds } from './update-settings.ts'

type Input = z.output<(typeof cards)['cards.updateLocationSettings']['input']>

/** Saves where the office is, as its owner found it. An address in parts becomes the card's own; one line is taken for the one it has. */
export async function updateLocationSettings(needs: OwnerNeeds, caller: Caller, input: Input): Promise<void> {
  const card = await readKeyed(needs, caller, input)
  const { lat, lng, address } = input
  await needs.changes.write(async (tx, tell) => {
    const now = await lockSubject(tx, card.subject.id)
    if (!now) throw problem('card-not-found')
    const { street, city, state, zip } = placeOf(now)
    const at: z.output<typeof Location>['address'] =
      typeof address === 'string' ? { address_line_1: street, city, state, zip_code: zip } : address
    const own =
      typeof address === 'string'
        ? {}
        : { companyAddress: at.address_line_1, companyCity: at.city, companyState: at.state, companyZip: at.zip_code }
    await updateSubject(tx, now.id, { ...own, settings: { ...now.settings, location: { lat, lng, address: at } } }, needs.clock.now())
    tell(`card:${now.id}`)
  })
}
