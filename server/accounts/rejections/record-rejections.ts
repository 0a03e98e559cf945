import { lockCard } from '#server/database/card-directories.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { RecipientRefused } from '#server/integrations/mail/recipient-refused.ts'
import { deleteRefused, findRefused, upsertRefused } from './rejection-store.ts'

type Deps = { db: Db; clock: Clock; log: Log; mailer: Mailer }

/** Wraps a mailer: records permanent rejections by address, holds back notifications to one that keeps refusing, and forgets them after a success. */
export function recordRejections({ db, clock, log, mailer }: Deps): Mailer {
  return {
    async send(mail) {
      const known = await findRefused(db, mail.to)
      if (mail.isNotification && known?.pausedAt) {
        log.info('mail-not-sent', { reason: 'refused' })
        throw new RecipientRefused('Notifications to this address are paused: earlier mails were refused.', null)
      }
      try {
        await mailer.send(mail)
      } catch (error) {
        if (error instanceof RecipientRefused) await record(mail, error)
        throw error
      }
      // The mail is sent: a failure here must not send it again. The next success deletes it.
      if (known) await deleteRefused(db, known).catch((error: unknown) => log.warn('mail-refused-not-cleared', { error }))
    },
    [Symbol.asyncDispose]: () => mailer[Symbol.asyncDispose](),
  }

  async function record({ to, subjectId = null }: { to: string; subjectId?: string | null }, { rejection }: RecipientRefused) {
    if (!rejection) return
    const isPaused = await db.transaction(async (tx) => {
      // An erased card leaves nothing behind, not even the address of its mail.
      if (subjectId !== null && !(await lockCard(tx, subjectId))) return false
      return upsertRefused(tx, { address: to, subjectId, ...rejection }, clock.now())
    })
    log.warn('mail-refused', { step: rejection.step, isPaused })
  }
}
