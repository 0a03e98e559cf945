import { listOwners } from '#server/accounts/list-owners.ts'
import { countMail } from '#server/database/count-mail.ts'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import type { Job } from '#server/jobs/job.ts'
import { mailboxOf } from '#server/common/mailbox-of.ts'
import { translateTo } from '#server/common/messages.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { renderMail, type RenderedMail } from '#server/integrations/render-mail.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { sanitizeText } from '#server/integrations/sanitize-text.ts'
import type { Settings } from '#server/settings.ts'
import { findSubject } from '../card-store.ts'
import { makeClaimCode } from './make-claim-code.ts'

const mailsADay = 5
const weekMs = 7 * 86_400_000

type Deps = { db: Db; clock: Clock; log: Log; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

/** Looks up the card's email address after the response, so that neither its text nor its timing reveals whether there is one. */
export function mailClaimCode(deps: Deps): Job<'cards.mail-claim-code'> {
  const { db, clock, log, mailer, settings } = deps
  return {
    name: 'cards.mail-claim-code',
    async run({ subjectId, language, requestId }) {
      const card = await findSubject(db, subjectId)
      if (!card?.emailAddress || (await listOwners(db, subjectId)).length > 0) return
      const now = clock.now()
      // A retry after a failure counts as the same email.
      const isFirstTry = await consume(db, 'claim-mail', requestId, new Date(now.getTime() + weekMs))
      if (isFirstTry && (await countMail(db, `claim ${mailboxOf(card.emailAddress)}`, now)) > mailsADay)
        return log.info('mail-not-sent', { reason: 'daily-limit' })
      const { code } = await makeClaimCode(deps, card.alias, 'mail')
      const { productName, publicUrl } = settings
      const address = `${publicUrl}/account/claim/${card.alias}?token=${code}`
      const name = card.fullName || card.alias
      await mailer.send({ to: card.emailAddress, subjectId, ...claimMail({ language, productName, name, code, address }) })
    },
  }
}

type Claim = { language: string; productName: string; name: string; code: string; address: string }

function claimMail({ language, productName, code, address, ...card }: Claim): RenderedMail {
  const t = translateTo(language)
  const name = sanitizeText(card.name)
  return renderMail({
    productName,
    subject: t('mail.claim.subject', { name }),
    lines: [t('mail.claim.request', { name, product: productName }), code, t('mail.claim.once')],
    button: { label: t('signup.claimButton'), address },
    foot: t('mail.claim.foot'),
  })
}
