import { cardHref } from '#contract/pages.ts'
import { sendToOwners } from '#server/accounts/send-to-owners.ts'
import { readCaptureById } from '#server/cards/public/read-capture.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { renderMail } from '#server/integrations/render-mail.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { translateTo } from '#server/messages.ts'
import type { Settings } from '#server/settings.ts'

type Deps = { db: Db; clock: Clock; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

const weekMs = 7 * 86_400_000

/** Mails each owner of a card that what was taken down is back: they read of the takedown. */
export function mailRestored({ db, clock, mailer, settings }: Deps): Job<'abuse.mail-restored'> {
  return {
    name: 'abuse.mail-restored',
    async run({ subjectId, kind, actId }) {
      const card = await readCaptureById(db, subjectId)
      if (!card) return
      const { publicUrl, productName } = settings
      const until = new Date(clock.now().getTime() + weekMs)
      await sendToOwners(db, { subjectId, kind: 'takedown-mail', about: actId, until }, ({ email, language }) => {
        const t = translateTo(language)
        const mail = renderMail({
          productName,
          subject: t(`mail.restored.subject.${kind}`),
          lines: [t('mail.restored.action', { alias: card.alias })],
          button: { label: t('mail.restored.button'), address: `${publicUrl}${cardHref(card, 'home')}` },
        })
        return mailer.send({ to: email, subjectId, ...mail })
      })
    },
  }
}
