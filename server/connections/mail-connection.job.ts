import { retention } from '#contract/accounts/retention.ts'
import { ownerHref } from '#contract/pages.ts'
import { sendToOwners } from '#server/accounts/send-to-owners.ts'
import type { Db } from '#server/database/database.ts'
import type { Job, JobData } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { renderMail, type RenderedMail } from '#server/integrations/render-mail.ts'
import { sanitizeText } from '#server/integrations/sanitize-text.ts'
import { formatDay, translateTo } from '#server/common/messages.ts'
import type { Settings } from '#server/settings.ts'
import { findConnection } from './connection-store.ts'
import { countWaitingDeliveries } from './delivery-store.ts'
import type { ConnectionRow } from './tables.ts'

type Deps = {
  db: Db
  clock: Clock
  mailer: Mailer
  settings: Pick<Settings, 'publicUrl' | 'productName'>
  /** Null: the card was deleted. */
  aliasOf(subjectId: string): Promise<string | null>
}

const weekMs = 7 * 86_400_000

/** Mails each owner of the card that a connection is new, fails or was switched off, unless that has changed by then. */
export function mailConnection({ db, clock, mailer, settings, aliasOf }: Deps): Job<'connections.mail'> {
  return {
    name: 'connections.mail',
    async run({ subjectId, connectionId, kind, mailId }) {
      const [connection, count, alias] = await Promise.all([
        findConnection(db, { subjectId, id: connectionId }),
        countWaitingDeliveries(db, { subjectId, connectionId }),
        aliasOf(subjectId),
      ])
      if (!connection || alias === null || !isStillSo(kind, connection)) return
      const { publicUrl, productName } = settings
      const until = new Date(clock.now().getTime() + weekMs)
      const facts = {
        name: sanitizeText(connection.name),
        host: sanitizeText(new URL(connection.url).host),
        since: connection.failingSince ?? clock.now(),
        count,
      }
      await sendToOwners(db, { subjectId, kind: 'connection-mail', about: mailId, until }, ({ email, language }) =>
        mailer.send({
          to: email,
          subjectId,
          ...(isSecurityNotice(kind) ? {} : { isNotification: true }),
          ...connectionMail(kind, facts, { language, productName, address: `${publicUrl}${ownerHref(alias, 'connections')}` }),
        }),
      )
    },
  }
}

type Kind = JobData['connections.mail']['kind']

/** It may not have been an owner who did it. */
const isSecurityNotice = (kind: Kind) => kind === 'added' || kind === 'rekeyed'

function isStillSo(kind: Kind, { offReason, failingSince, attention }: ConnectionRow): boolean {
  if (isSecurityNotice(kind)) return true
  if (kind === 'host') return offReason === 'host'
  if (kind === 'key' || kind === 'source') return offReason === null && attention === kind
  return failingSince !== null && (kind === 'failing') === (offReason === null)
}

type Facts = { name: string; host: string; since: Date; count: number }
type Context = { language: string; productName: string; address: string }

/** Contains nothing that the receiver answered. */
function connectionMail(kind: Kind, { name, host, since, count }: Facts, { language, productName, address }: Context): RenderedMail {
  const t = translateTo(language)
  const button = { label: t('mail.connection.button'), address }
  if (kind === 'added' || kind === 'rekeyed')
    return renderMail({
      productName,
      subject: t(`mail.connection.${kind}.subject`, { name, host }),
      lines: [t(`mail.connection.${kind}.body`, { name, host }), t('mail.change.expected')],
      button,
      foot: t('mail.connection.added.foot'),
    })
  return renderMail({
    productName,
    subject: t(`mail.connection.${kind}.subject`, { name, host }),
    lines: [
      t(`mail.connection.${kind}.body`, { name, host, day: formatDay(language, since), product: productName }),
      ...(count > 0 && kind !== 'host' ? [t('mail.connection.waiting', { count })] : []),
      t(`mail.connection.${kind}.next`, { days: retention.eventDays }),
    ],
    button,
  })
}
