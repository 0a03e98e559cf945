import { sideHref } from '#contract/pages.ts'
import { sendToOwners } from '#server/accounts/send-to-owners.ts'
import { readCaptureById } from '#server/cards/public/read-capture.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import type { Settings } from '#server/settings.ts'
import { presentTakenMail } from './present-taken-mail.ts'

type Needs = { db: Db; clock: Clock; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

const weekMs = 7 * 86_400_000

/** Tells each owner of a card what was taken down, why, and where to object. */
export function mailTaken({ db, clock, mailer, settings }: Needs): Job<'abuse.mail-taken'> {
  return {
    name: 'abuse.mail-taken',
    async run({ subjectId, kind, reason, actId }) {
      const card = await readCaptureById(db, subjectId)
      if (!card) return
      const { publicUrl, productName } = settings
      const address = `${publicUrl}${sideHref(card.alias, 'report')}`
      const until = new Date(clock.now().getTime() + weekMs)
      await sendToOwners(db, { subjectId, kind: 'taken-mail', about: actId, until }, ({ email, language }) =>
        mailer.send({ to: email, ...presentTakenMail({ kind, reason, alias: card.alias, address, language, productName }) }),
      )
    },
  }
}
