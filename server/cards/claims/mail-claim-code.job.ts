import { listOwners } from '#server/accounts/list-owners.ts'
import { countMail } from '#server/database/count-mail.ts'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import type { Job } from '#server/jobs/job.ts'
import { mailboxOf } from '#server/mailbox-of.ts'
import { translateTo } from '#server/messages.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { plainWords } from '#server/integrations/plain-words.ts'
import type { Settings } from '#server/settings.ts'
import { findSubject } from '../card-store.ts'
import { makeClaimCode } from './make-claim-code.ts'

const mailsADay = 5
const weekMs = 7 * 86_400_000

type Needs = { db: Db; clock: Clock; log: Log; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

/** Whether the card has an address is found out here, after the answer: who asked learns neither from its words nor from its time. */
export function mailClaimCode(needs: Needs): Job<'cards.mail-claim-code'> {
  const { db, clock, log, mailer, settings } = needs
  return {
    name: 'cards.mail-claim-code',
    async run({ subjectId, language, wishId }) {
      const card = await findSubject(db, subjectId)
      if (!card?.emailAddress || (await listOwners(db, subjectId)).length > 0) return
      const now = clock.now()
      // Tried again after a failure, it is still the same mail.
      const isFirstTry = await consume(db, 'claim-mail', wishId, new Date(now.getTime() + weekMs))
      if (isFirstTry && (await countMail(db, `claim ${mailboxOf(card.emailAddress)}`, now)) > mailsADay)
        return log.info('mail-not-sent', { reason: 'enough-today' })
      const { code } = await makeClaimCode(needs, card.alias, 'mail')
      const { productName, publicUrl } = settings
      const address = `${publicUrl}/account/claim/${card.alias}?token=${code}`
      const name = card.fullName || card.alias
      await mailer.send({ to: card.emailAddress, ...claimMail({ language, productName, name, code, address }) })
    },
  }
}

type Facts = { language: string; productName: string; name: string; code: string; address: string }

function claimMail({ language, productName, code, address, ...facts }: Facts): Letter {
  const t = translateTo(language)
  const name = plainWords(facts.name)
  return drawLetter({
    productName,
    subject: t('mail.claim.subject', { name }),
    lines: [t('mail.claim.request', { name, product: productName }), code, t('mail.claim.once')],
    button: { label: t('signup.claimButton'), address },
    foot: t('mail.claim.foot'),
  })
}
