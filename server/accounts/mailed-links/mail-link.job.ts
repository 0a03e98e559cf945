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
import type { Settings } from '#server/settings.ts'
import { makeSignInLink, makeSignUpLink } from './make-link.ts'

/** Half as many are let in by the limits of a call, in windows of their own: a day can hold the parts of two. */
const mailsADay = 40
const weekMs = 7 * 86_400_000

type LinkMailKind = 'sign-in' | 'sign-up' | 'reset' | 'known'

/** Only a sign-up may continue without a password. */
const pageOf: Record<LinkMailKind, string> = {
  'sign-in': 'link?',
  known: 'link?',
  reset: 'password?',
  'sign-up': 'password?link=sign-up&',
}

type Needs = { db: Db; clock: Clock; log: Log; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

/**
 * Answers a wish for a link by mail. Whether there is an account is found out here, after the answer: the page that asked
 * learns neither from its words nor from its time. Done twice, two links are good.
 */
export function mailLink(needs: Needs): Job<'accounts.mail-link'> {
  const { db, clock, log, mailer, settings } = needs
  return {
    name: 'accounts.mail-link',
    async run({ email, purpose, name, language, returnUrl, isKnown, wishId }) {
      const now = clock.now()
      // Tried again after a failure, it is still the same mail.
      const isFirstTry = await consume(db, 'link-mail', wishId, new Date(now.getTime() + weekMs))
      // Whoever asks: a mailbox is not flooded. What was sent before stays good, and the owner's own wishes are counted apart.
      const counted = isKnown ? `known ${mailboxOf(email)}` : mailboxOf(email)
      if (isFirstTry && (await countMail(db, counted, now)) > mailsADay) return log.info('mail-not-sent', { reason: 'enough-today' })
      // Somebody else may have asked: that must not end the link its owner is about to use.
      const known = await makeSignInLink(needs, email, { purpose: purpose === 'reset' ? 'reset' : 'sign-in', returnUrl, endsOthers: false })
      const say = { language, productName: settings.productName }
      // Nobody there: only who asked to be is written to, or strangers could send our mails to anybody.
      if (!known && purpose !== 'sign-up') return
      const made = known ?? (await makeSignUpLink(needs, { email, name, language }, returnUrl))
      const kind = known && purpose === 'sign-up' ? 'known' : purpose
      await mailer.send({
        to: email,
        ...linkMail(kind, { ...say, address: `${settings.publicUrl}/account/${pageOf[kind]}token=${made.token}` }),
      })
    },
  }
}

function linkMail(
  kind: LinkMailKind,
  { language, productName, address }: { language: string; productName: string; address: string },
): Letter {
  const t = translateTo(language)
  return drawLetter({
    productName,
    subject: t(`mail.${kind}.subject`, { product: productName }),
    lines: [t(`mail.${kind}.body`)],
    button: { label: t(kind === 'reset' || kind === 'sign-up' ? `mail.${kind}.button` : 'login.button'), address },
    foot: t('mail.link.foot'),
  })
}
