import { sideHref } from '#contract/pages.ts'
import { sendToOwners } from '#server/accounts/send-to-owners.ts'
import { readCaptureById } from '#server/cards/public/read-capture.ts'
import type { Db } from '#server/database/database.ts'
import type { Job, JobData } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { translateTo } from '#server/messages.ts'
import type { Settings } from '#server/settings.ts'

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
        mailer.send({ to: email, ...takenMail({ kind, reason, alias: card.alias, address, language, productName }) }),
      )
    },
  }
}

type Facts = Pick<JobData['abuse.mail-taken'], 'kind' | 'reason'> & {
  alias: string
  address: string
  language: string
  productName: string
}

/** Nothing in it is of whoever reported. */
function takenMail({ kind, reason, alias, address, language, productName }: Facts): Letter {
  const t = translateTo(language)
  return drawLetter({
    productName,
    subject: t(`mail.taken.subject.${kind}`),
    lines: [t('mail.taken.action', { alias }), ...(reason ? [t('mail.taken.reason', { reason })] : []), t('mail.taken.appeal')],
    button: { label: t('mail.taken.button'), address },
  })
}
