import { cardHref } from '#contract/pages.ts'
import { listOwners } from '#server/accounts/list-owners.ts'
import { asFile } from '#server/http/calls/as-file.ts'
import { buildVCard } from '#server/cards/public/build-v-card.ts'
import { readCaptureById } from '#server/cards/public/read-capture.ts'
import { countMail } from '#server/database/count-mail.ts'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { renderMail, type RenderedMail } from '#server/integrations/render-mail.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { sanitizeText } from '#server/integrations/sanitize-text.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { mailboxOf } from '#server/common/mailbox-of.ts'
import { translateTo } from '#server/common/messages.ts'
import type { Settings } from '#server/settings.ts'
import { findContact } from '../contact-store.ts'

type Deps = {
  db: Db
  clock: Clock
  log: Log
  storage: Storage
  mailer: Mailer
  settings: Pick<Settings, 'plans' | 'publicUrl' | 'productName'>
}

/** Visitors can enter any address, so this limits what one mailbox gets per day, over all cards. */
const mailsPerDayMax = 3
/** Over all cards of an owner. */
const ownerMailsPerDayMax = 300
const weekMs = 7 * 86_400_000

/** Mails the card to the visitor who asked for it. */
export function mailCard(deps: Deps): Job<'contacts.mail-card'> {
  const { db, clock, log, mailer, settings } = deps
  return {
    name: 'contacts.mail-card',
    async run({ subjectId, contactId, language }) {
      const [found, card] = await Promise.all([findContact(db, [subjectId], contactId), readCaptureById(db, subjectId)])
      if (!found || !card) return
      const { emailAddress } = found.contact
      const now = clock.now()
      // A retry counts as the same mail.
      const isFirstTry = await consume(db, 'card-mail', contactId, new Date(now.getTime() + weekMs))
      const isTooMany =
        isFirstTry &&
        ((await countMail(db, `card to ${mailboxOf(emailAddress)}`, now)) > mailsPerDayMax || (await exceedsOwnerLimit(subjectId, now)))
      if (isTooMany) return log.info('mail-not-sent', { reason: 'daily-limit' })
      // Without a vCard, for example because the owner switched it off, the mail has only the link.
      const file = await buildVCard(deps, { alias: card.alias, isBrief: true }).catch(() => null)
      const address = settings.publicUrl + cardHref(card, 'home')
      await mailer.send({
        to: emailAddress,
        subjectId,
        isNotification: true,
        ...cardMail({ owner: sanitizeText(card.owner), address, language, productName: settings.productName }),
        ...(file ? { attachments: [{ name: fileName(file.name), type: 'text/vcard; charset=utf-8', content: file.file }] } : {}),
      })
    },
  }

  async function exceedsOwnerLimit(subjectId: string, now: Date): Promise<boolean> {
    const owners = (await listOwners(db, subjectId)).map(({ email }) => `cards of ${mailboxOf(email)}`)
    const counts = []
    for (const sender of owners.length > 0 ? owners : [`card ${subjectId}`]) counts.push(await countMail(db, sender, now))
    return counts.some((count) => count > ownerMailsPerDayMax)
  }
}

/** Contains nothing that the visitor entered: the mail is sent in this product's name. */
type MailInput = { owner: string; address: string; language: string; productName: string }

function cardMail({ owner, address, language, productName }: MailInput): RenderedMail {
  const t = translateTo(language)
  return renderMail({
    productName,
    subject: t('mail.card.subject', { owner }),
    lines: [t('mail.card.body', { owner })],
    button: { label: t('connect.openCard'), address },
    foot: t('mail.card.foot'),
  })
}

const fileName = (name: string) => /filename="([^"]+)"/.exec(asFile(name, 'vcf'))?.[1] ?? 'contact.vcf'
