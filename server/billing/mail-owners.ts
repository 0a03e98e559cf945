import { createHash } from 'node:crypto'
import { listOwners } from '#server/accounts/list-owners.ts'
import type { Db } from '#server/db/database.ts'
import { isSpent, spend } from '#server/db/spend.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Mailer } from '#server/outside/mail.ts'
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
export async function mailOwners(needs: MailNeeds, subjectId: string, about: string, news: BillingNews): Promise<void> {
  const { db, clock, mailer, settings } = needs
  const [alias, owners] = await Promise.all([needs.aliasOf(subjectId), listOwners(db, subjectId)])
  if (alias === null) return
  const address = `${settings.publicUrl}/account/subscription?alias=${encodeURIComponent(alias)}`
  for (const { email, language } of owners) {
    const key = createHash('sha256').update(`${subjectId} ${about} ${email}`).digest('base64url')
    if (await isSpent(db, 'billing-mail', key)) continue
    await mailer.send({ to: email, ...presentBillingMail(news, { language, productName: settings.productName, address }) })
    // One whose turn comes after a failure is not written to twice.
    await spend(db, 'billing-mail', key, new Date(clock.now().getTime() + rememberedMs))
  }
}
