import { cardHref } from '#contract/pages.ts'
import { listOwners } from '#server/accounts/list-owners.ts'
import { asFile } from '#server/http/calls/as-file.ts'
import { giveVCard } from '#server/cards/public/give-v-card.ts'
import { readCaptureById } from '#server/cards/public/read-capture.ts'
import { countMail } from '#server/database/count-mail.ts'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { plainWords } from '#server/integrations/plain-words.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { mailboxOf } from '#server/mailbox-of.ts'
import { translateTo } from '#server/messages.ts'
import type { Settings } from '#server/settings.ts'
import { findContact } from '../contact-store.ts'

type Needs = { db: Db; clock: Clock; log: Log; storage: Storage; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

/** A stranger types the address: nobody gets more of these in a day, whoever wishes it to them and from whatever card. */
const mailsADay = 3
/** However many cards somebody has. */
const ownerMailsADay = 300
const weekMs = 7 * 86_400_000

/** The card by mail, to the visitor who asked for it. */
export function mailCard(needs: Needs): Job<'contacts.mail-card'> {
  const { db, clock, log, mailer, settings } = needs
  return {
    name: 'contacts.mail-card',
    async run({ subjectId, contactId, language }) {
      const [found, card] = await Promise.all([findContact(db, [subjectId], contactId), readCaptureById(db, subjectId)])
      if (!found || !card) return
      const { emailAddress } = found.contact
      const now = clock.now()
      // Tried again after a failure, it is still the same mail.
      const isFirstTry = await consume(db, 'card-mail', contactId, new Date(now.getTime() + weekMs))
      const isTooMany =
        isFirstTry && ((await countMail(db, `card to ${mailboxOf(emailAddress)}`, now)) > mailsADay || (await isSpammer(subjectId, now)))
      if (isTooMany) return log.info('mail-not-sent', { reason: 'enough-today' })
      // A card whose file is closed meanwhile is still sent as a link.
      const file = await giveVCard(needs, { alias: card.alias, isBrief: true }).catch(() => null)
      const address = settings.publicUrl + cardHref(card, 'home')
      await mailer.send({
        to: emailAddress,
        ...cardMail({ owner: plainWords(card.owner), address, language, productName: settings.productName }),
        ...(file ? { attachments: [{ name: fileName(file.name), type: 'text/vcard; charset=utf-8', content: file.file }] } : {}),
      })
    },
  }

  async function isSpammer(subjectId: string, now: Date): Promise<boolean> {
    const owners = (await listOwners(db, subjectId)).map(({ email }) => `cards of ${mailboxOf(email)}`)
    const counts = []
    for (const whose of owners.length > 0 ? owners : [`card ${subjectId}`]) counts.push(await countMail(db, whose, now))
    return counts.some((count) => count > ownerMailsADay)
  }
}

/** Without a word that the visitor typed: anyone may have typed it, and the mail is sent in our name. */
type Facts = { owner: string; address: string; language: string; productName: string }

function cardMail({ owner, address, language, productName }: Facts): Letter {
  const t = translateTo(language)
  return drawLetter({
    productName,
    subject: t('mail.card.subject', { owner }),
    lines: [t('mail.card.body', { owner })],
    button: { label: t('connect.openCard'), address },
    foot: t('mail.card.foot'),
  })
}

const fileName = (name: string) => /filename="([^"]+)"/.exec(asFile(name, 'vcf'))?.[1] ?? 'contact.vcf'
