import { keeping } from '#contract/accounts/keeping.ts'
import { ownerHref } from '#contract/pages.ts'
import { sendToOwners } from '#server/accounts/send-to-owners.ts'
import { openCardById } from '#server/cards/owned/read-own-card.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { translateTo } from '#server/messages.ts'
import type { Settings } from '#server/settings.ts'
import { countHeld, markHeldTold } from '../contact-store.ts'
import { inParts } from '../in-parts.ts'
import { newestOpen } from '../reach-policy.ts'

type Needs = { db: Db; clock: Clock; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

const countedMax = 1000
const markedAtOnce = 1000
const weekMs = 7 * 86_400_000

/** Tells each owner of a card that something is held: when a flood begins, and later what nobody was told of. */
export function mailHeld({ db, clock, mailer, settings }: Needs): Job<'contacts.mail-held'> {
  return {
    name: 'contacts.mail-held',
    async run({ subjectId, isFlood, day }) {
      const now = clock.now()
      const [card, count] = await Promise.all([openCardById({ db, clock }, subjectId), countHeld(db, subjectId, countedMax)])
      if (!card || count === 0) return
      const isReachable = newestOpen(card) === null
      if (!isFlood && !isReachable) return
      const { publicUrl, productName } = settings
      const address = `${publicUrl}${ownerHref(card.subject.alias, 'myContacts')}`
      const about = `${subjectId} ${isFlood} ${day ?? now.toISOString().slice(0, 10)}`
      const until = new Date(now.getTime() + weekMs)
      let isTold = false
      try {
        await sendToOwners(db, { subjectId, kind: 'held-mail', about, until }, async ({ email, language }) => {
          await mailer.send({ to: email, ...heldMail({ count, isFlood, address, language, productName }) })
          isTold = true
        })
      } finally {
        // One who is told is enough, whoever else is not. Who cannot open them is not asked to: nothing goes because of a plan.
        if (isTold && isReachable) await inParts(() => markHeldTold(db, subjectId, now, markedAtOnce))
      }
    },
  }
}

type Facts = { count: number; isFlood: boolean; address: string; language: string; productName: string }

/** Nothing in it is of whoever wrote. */
function heldMail({ count, isFlood, address, language, productName }: Facts): Letter {
  const t = translateTo(language)
  const review = t('mail.held.review', { days: keeping.heldContactDays })
  return drawLetter({
    productName,
    subject: t(isFlood ? 'mail.held.burstSubject' : 'mail.held.subject'),
    lines: [...(isFlood ? [t('mail.held.burst')] : []), t('mail.held.count', { count }), review],
    button: { label: t('mail.held.button'), address },
  })
}
