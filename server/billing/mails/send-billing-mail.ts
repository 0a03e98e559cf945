import { sendToOwners } from '#server/accounts/send-to-owners.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import type { Settings } from '#server/settings.ts'
import { presentBillingMail, type BillingNews } from './present-billing-mail.ts'

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
    mailer.send({ to: email, ...presentBillingMail(news, { language, productName: settings.productName, address }) }),
  )
}
