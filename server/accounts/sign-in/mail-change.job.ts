import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { isConsumed, consume } from '#server/database/consume.ts'
import type { Job, WayChange } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { translateTo } from '#server/messages.ts'
import type { Settings } from '#server/settings.ts'
import { readAccount } from '../read-account.ts'

type Needs = { db: Db; clock: Clock; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

const weekMs = 7 * 86_400_000

/** Tells an account's mailbox that another way in was opened, closed or changed: whoever did it may not be who reads it. */
export function mailChange({ db, clock, mailer, settings }: Needs): Job<'accounts.mail-change'> {
  const { publicUrl, productName } = settings
  return {
    name: 'accounts.mail-change',
    async run({ accountId, change, changeId }) {
      const account = await readAccount(db, accountId)
      if (!account || (await isConsumed(db, 'change-mail', changeId))) return
      const { email, language } = account
      await mailer.send({ to: email, ...changeMail(change, { language, productName, address: `${publicUrl}/account/forgot` }) })
      await consume(db, 'change-mail', changeId, new Date(clock.now().getTime() + weekMs))
    },
  }
}

/** In the language of the account. */
export function changeMail(
  change: WayChange,
  { language, productName, address }: { language: string; productName: string; address: string },
): Letter {
  const t = translateTo(language)
  return drawLetter({
    productName,
    subject: t(`mail.${change}.subject`, { product: productName }),
    lines: [t(`mail.${change}.body`), t('mail.change.expected')],
    button: { label: t('mail.change.button'), address },
    foot: t('mail.change.foot'),
  })
}

/** In the same transaction: what changed is told to the mailbox, each change once. */
export async function tellChange(tx: Db, jobs: Jobs, accountId: string, change: WayChange): Promise<void> {
  const changeId = newId()
  await jobs.enqueue(tx, 'accounts.mail-change', { accountId, change, changeId }, { key: changeId })
}
