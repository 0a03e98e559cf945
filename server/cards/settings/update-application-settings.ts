import type { z } from 'zod'
import type { SettingsUpdate } from '#contract/cards/cards.ts'
import { languages } from '#contract/languages.ts'
import { ownOf } from '#contract/own-of.ts'
import { setLanguage } from '#server/accounts/set-language.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { lockSubject, updateSubject } from '../card-store.ts'
import { readKeyed, type OwnerNeeds } from './update-settings.ts'

/** What a card may decide otherwise than its installation. */
const known: Record<string, (value: unknown) => boolean> = {
  language: (value) => value === '' || languages.some((tag) => tag === value),
}

/** Changes one application setting of one's own card. */
export async function updateApplicationSettings(needs: OwnerNeeds, caller: Caller, update: z.output<typeof SettingsUpdate>): Promise<void> {
  const card = await readKeyed(needs, caller, update)
  const isRight = ownOf(known, update.setting)
  if (!isRight) throw problem('input-invalid', { faults: [{ path: 'setting', message: 'No settings selected.' }] })
  if (!isRight(update.value)) throw problem('input-invalid', { faults: [{ path: 'value', message: 'This value isn’t valid.' }] })
  await needs.changes.write(async (tx, tell) => {
    // Who chooses a language for everywhere means the mails, too. Before the card, as all who hold both.
    if (update.setting === 'language' && caller.kind === 'owner') await setLanguage(tx, caller.accountId, String(update.value))
    const now = await lockSubject(tx, card.subject.id)
    if (!now) throw problem('card-not-found')
    const applicationSettings = { ...now.applicationSettings, [update.setting]: update.value }
    await updateSubject(tx, now.id, { applicationSettings }, needs.clock.now())
    tell(`card:${now.id}`)
  })
}
