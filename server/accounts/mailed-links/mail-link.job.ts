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
import type { Settings } from '#server/settings.ts'
import { makeSignInLink, makeSignUpLink } from './make-link.ts'

/** Twice what the endpoint's limits allow: their windows are not aligned with days, so one day can see two of them. */
export const linkMailsPerDayMax = 40
const weekMs = 7 * 86_400_000

type LinkMailKind = 'sign-in' | 'sign-up' | 'reset' | 'known'

/** Only the page of a sign-up can be completed without a password. */
const pageOf: Record<LinkMailKind, string> = {
  'sign-in': 'link?',
  known: 'link?',
  reset: 'password?',
  'sign-up': 'password?link=sign-up&',
}

type Deps = { db: Db; clock: Clock; log: Log; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

/**
 * Mails a requested link. Looks up the account here, after the response, so that neither its content nor its timing reveals whether
 * the account exists. If it runs twice, both links work.
 */
export function mailLink(deps: Deps): Job<'accounts.mail-link'> {
  const { db, clock, log, mailer, settings } = deps
  return {
    name: 'accounts.mail-link',
    async run({ email, purpose, name, language, returnUrl, isKnown, admission, requestId }) {
      const now = clock.now()
      // A retry counts as the same mail.
      const isFirstTry = await consume(db, 'link-mail', requestId, new Date(now.getTime() + weekMs))
      // Protects the mailbox. Links sent before stay valid; requests from a known browser are counted separately.
      const counted = isKnown ? `known ${mailboxOf(email)}` : mailboxOf(email)
      if (isFirstTry && (await countMail(db, counted, now)) > linkMailsPerDayMax)
        return log.info('mail-not-sent', { reason: 'daily-limit' })
      // The request may be a stranger's: it must not end a link that the owner is about to use.
      const kindOfLink = purpose === 'reset' ? 'reset' : 'sign-in'
      const known = await makeSignInLink(deps, email, { purpose: kindOfLink, returnUrl, endsOthers: false })
      // Without an account only a sign-up gets a mail: otherwise anyone could make this server mail any address.
      if (!known && purpose !== 'sign-up') return
      const made = known ?? (await makeSignUpLink(deps, { email, name, language, ...(admission && { admission }) }, returnUrl))
      const kind = known && purpose === 'sign-up' ? 'known' : purpose
      await mailer.send({
        to: email,
        ...linkMail(kind, {
          language,
          productName: settings.productName,
          address: `${settings.publicUrl}/account/${pageOf[kind]}token=${made.token}`,
        }),
      })
    },
  }
}

function linkMail(
  kind: LinkMailKind,
  { language, productName, address }: { language: string; productName: string; address: string },
): RenderedMail {
  const t = translateTo(language)
  return renderMail({
    productName,
    subject: t(`mail.${kind}.subject`, { product: productName }),
    lines: [t(`mail.${kind}.body`)],
    button: { label: t(kind === 'reset' || kind === 'sign-up' ? `mail.${kind}.button` : 'login.button'), address },
    foot: t('mail.link.foot'),
  })
}
