import { createHash } from 'node:crypto'
import { sideHref } from '#contract/pages.ts'
import { listOwners } from '#server/accounts/list-owners.ts'
import { readCaptureById } from '#server/cards/read-capture.ts'
import type { Db } from '#server/db/database.ts'
import { isSpent, spend } from '#server/db/spend.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Mailer } from '#server/outside/mail.ts'
import type { Settings } from '#server/settings.ts'
import { presentTakenMail } from './present-taken-mail.ts'

type Needs = { db: Db; clock: Clock; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

const weekMs = 7 * 86_400_000

/** Tells each owner of a card what was taken down, why, and where to object. */
export function mailTaken({ db, clock, mailer, settings }: Needs): Job<'abuse.mail-taken'> {
  return {
    name: 'abuse.mail-taken',
    async run({ subjectId, kind, reason, actId }) {
      const [card, owners] = await Promise.all([readCaptureById(db, subjectId), listOwners(db, subjectId)])
      if (!card) return
      const address = `${settings.publicUrl}${sideHref(card.alias, 'report')}`
      for (const { email, language } of owners) {
        const mail = createHash('sha256').update(`${actId} ${email}`).digest('base64url')
        if (await isSpent(db, 'taken-mail', mail)) continue
        const { productName } = settings
        await mailer.send({ to: email, ...presentTakenMail({ kind, reason, alias: card.alias, address, language, productName }) })
        await spend(db, 'taken-mail', mail, new Date(clock.now().getTime() + weekMs))
      }
    },
  }
}
