import { sendToOwners } from '#server/accounts/send-to-owners.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { renderMail, type RenderedMail } from '#server/integrations/render-mail.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { formatDay, translateTo } from '#server/common/messages.ts'
import type { Settings } from '#server/settings.ts'

type BillingNotice = { kind: 'trial-ends' | 'payment-failed'; day: Date }

export type MailDeps = {
  db: Db
  clock: Clock
  mailer: Mailer
  settings: Pick<Settings, 'plans' | 'publicUrl' | 'productName'>
  /** Null: the card was deleted. */
  aliasOf(subjectId: string): Promise<string | null>
}

const dedupeMs = 120 * 86_400_000

/** Sends a mail to each owner of the card in their language, once for each `key`. */
export async function sendBillingMail(deps: MailDeps, subjectId: string, key: string, notice: BillingNotice): Promise<void> {
  const { db, clock, mailer, settings } = deps
  const alias = await deps.aliasOf(subjectId)
  if (alias === null) return
  const address = `${settings.publicUrl}/account/subscription?alias=${encodeURIComponent(alias)}`
  const until = new Date(clock.now().getTime() + dedupeMs)
  await sendToOwners(db, { subjectId, kind: 'billing-mail', about: `${subjectId} ${key}`, until }, ({ email, language }) =>
    mailer.send({ to: email, subjectId, ...billingMail(notice, { language, productName: settings.productName, address }) }),
  )
}

type Context = { language: string; productName: string; address: string }

function billingMail({ kind, day: date }: BillingNotice, { language, productName, address }: Context): RenderedMail {
  const t = translateTo(language)
  const isTrial = kind === 'trial-ends'
  const day = formatDay(language, date)
  return renderMail({
    productName,
    subject: t(`mail.${kind}.subject`, { day }),
    lines: [t(`mail.${kind}.body`, { day }), t(`mail.${kind}.next`, { day })],
    button: isTrial
      ? { label: t('subscription.resume'), address: `${address}#upgrade` }
      : { label: t('subscription.updateCard'), address: `${address}#update-card` },
    ...(isTrial ? { foot: t('mail.trial-ends.foot') } : {}),
  })
}
