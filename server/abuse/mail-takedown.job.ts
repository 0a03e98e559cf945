import { cardHref, sideHref } from '#contract/pages.ts'
import { sendToOwners } from '#server/accounts/send-to-owners.ts'
import { takedownWords } from '#common/takedown-words.ts'
import { readCaptureById } from '#server/cards/public/read-capture.ts'
import type { Db } from '#server/database/database.ts'
import type { Job, JobData } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { renderMail, type RenderedMail } from '#server/integrations/render-mail.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { translateTo } from '#server/common/messages.ts'
import type { Settings } from '#server/settings.ts'

type Deps = { db: Db; clock: Clock; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

const weekMs = 7 * 86_400_000

/** Mails each owner of a card what was taken down, why, and how to appeal. */
export const mailTakedown = (deps: Deps): Job<'abuse.mail-takedown'> => ({
  name: 'abuse.mail-takedown',
  run: ({ kind, cause, reason, ...about }) =>
    mailOwners(deps, about, ({ alias, language, productName, publicUrl }) => {
      const address = `${publicUrl}${sideHref(alias, 'report')}`
      return takedownMail({ kind, cause, reason, alias, address, language, productName })
    }),
})

/** Mails each owner of a card what was restored. */
export const mailRestored = (deps: Deps): Job<'abuse.mail-restored'> => ({
  name: 'abuse.mail-restored',
  run: ({ kind, ...about }) =>
    mailOwners(deps, about, ({ alias, language, productName, publicUrl }) => {
      const t = translateTo(language)
      return renderMail({
        productName,
        subject: t(`mail.restored.subject.${kind}`),
        lines: [t('mail.restored.action', { alias })],
        button: { label: t('mail.restored.button'), address: `${publicUrl}${cardHref({ alias }, 'home')}` },
      })
    }),
})

type About = { subjectId: string; actId: string }
type Facts = Deps['settings'] & { alias: string; language: string }

async function mailOwners({ db, clock, mailer, settings }: Deps, { subjectId, actId }: About, render: (facts: Facts) => RenderedMail) {
  const card = await readCaptureById(db, subjectId)
  if (!card) return
  const until = new Date(clock.now().getTime() + weekMs)
  await sendToOwners(db, { subjectId, kind: 'takedown-mail', about: actId, until }, ({ email, language }) =>
    mailer.send({ to: email, subjectId, ...render({ ...settings, alias: card.alias, language }) }),
  )
}

type MailInput = Pick<JobData['abuse.mail-takedown'], 'kind' | 'cause' | 'reason'> & {
  alias: string
  address: string
  language: string
  productName: string
}

/** Contains nothing that the reporter wrote. */
function takedownMail({ kind, cause, reason, alias, address, language, productName }: MailInput): RenderedMail {
  const t = translateTo(language)
  const why = takedownWords(t, { cause, reason })
  return renderMail({
    productName,
    subject: t(`mail.takedown.subject.${kind}`),
    lines: [t('mail.takedown.action', { alias }), ...(why ? [t('mail.takedown.reason', { reason: why })] : []), t('mail.takedown.appeal')],
    button: { label: t('mail.takedown.button'), address },
  })
}
