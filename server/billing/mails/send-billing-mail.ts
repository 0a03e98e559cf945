import { sendToOwners } from '#server/accounts/send-to-owners.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { formatDay, translateTo } from '#server/messages.ts'
import type { Settings } from '#server/settings.ts'

type BillingNews = { kind: 'trial-ends' | 'payment-failed'; day: Date }

export type MailNeeds = {
  db: Db
  clock: Clock
  mailer: Mailer
  settings: Pick<Settings, 'publicUrl' | 'productName'>
  /** Null: the card is gone. */
  aliasOf(subjectId: string): Promise<string | null>
}

const rememberedMs = 120 * 86_400_000

/** To each owner of the card, in their language, and once about each thing: `about` names it. */
export async function sendBillingMail(needs: MailNeeds, subjectId: string, about: string, news: BillingNews): Promise<void> {
  const { db, clock, mailer, settings } = needs
  const alias = await needs.aliasOf(subjectId)
  if (alias === null) return
  const address = `${settings.publicUrl}/account/subscription?alias=${encodeURIComponent(alias)}`
  const until = new Date(clock.now().getTime() + rememberedMs)
  await sendToOwners(db, { subjectId, kind: 'billing-mail', about: `${subjectId} ${about}`, until }, ({ email, language }) =>
    mailer.send({ to: email, ...billingMail(news, { language, productName: settings.productName, address }) }),
  )
}

type Facts = { language: string; productName: string; address: string }

/** What an owner needs to know about their plan before it changes by itself. */
function billingMail({ kind, day: date }: BillingNews, { language, productName, address }: Facts): Letter {
  const t = translateTo(language)
  const isTrial = kind === 'trial-ends'
  const day = formatDay(language, date)
  return drawLetter({
    productName,
    subject: t(`mail.${kind}.subject`, { day }),
    lines: [t(`mail.${kind}.body`, { day }), t(`mail.${kind}.next`, { day })],
    button: isTrial
      ? { label: t('subscription.resume'), address: `${address}#upgrade` }
      : { label: t('subscription.updateCard'), address: `${address}#update-card` },
    ...(isTrial ? { foot: t('mail.trial-ends.foot') } : {}),
  })
}
