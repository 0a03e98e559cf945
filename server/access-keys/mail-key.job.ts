import { ownerHref } from '#contract/pages.ts'
import { sendToOwners } from '#server/accounts/send-to-owners.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { renderMail } from '#server/integrations/render-mail.ts'
import { sanitizeText } from '#server/integrations/sanitize-text.ts'
import type { Job } from '#server/jobs/job.ts'
import { translateTo } from '#server/common/messages.ts'
import type { Settings } from '#server/settings.ts'
import { listKeysOf } from './access-key-store.ts'

type Deps = {
  db: Db
  clock: Clock
  mailer: Mailer
  settings: Pick<Settings, 'publicUrl' | 'productName'>
  /** Null: the card was deleted. */
  aliasOf(subjectId: string): Promise<string | null>
}

const weekMs = 7 * 86_400_000

/** Mails each owner of the card that it has a new key, in case it wasn't them. */
export function mailKey({ db, clock, mailer, settings, aliasOf }: Deps): Job<'access-keys.mail'> {
  const { publicUrl, productName } = settings
  return {
    name: 'access-keys.mail',
    async run({ subjectId, keyId }) {
      const [keys, alias] = await Promise.all([listKeysOf(db, subjectId), aliasOf(subjectId)])
      const key = keys.find(({ id }) => id === keyId)
      if (!key || alias === null) return
      const until = new Date(clock.now().getTime() + weekMs)
      const facts = { alias, name: sanitizeText(key.name) }
      const address = `${publicUrl}${ownerHref(alias, 'connections')}`
      await sendToOwners(db, { subjectId, kind: 'key-mail', about: keyId, until }, ({ email, language }) => {
        const t = translateTo(language)
        const mail = renderMail({
          productName,
          subject: t('mail.access-key.subject', facts),
          lines: [t('mail.access-key.body', facts), t('mail.change.expected')],
          button: { label: t('mail.connection.button'), address },
          foot: t('mail.access-key.foot'),
        })
        return mailer.send({ to: email, subjectId, ...mail })
      })
    },
  }
}
