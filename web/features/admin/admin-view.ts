import type { AbuseReport, ReportedCard } from '#contract/admin/abuse.ts'
import type { AbuseKind } from '#contract/admin/abuse-choices.ts'
import type { BackupErrorCode, BackupKind } from '#contract/admin/backup-choices.ts'
import type {
  Backups,
  CardImport,
  CardLine,
  Invitation,
  MailLine,
  MailStep,
  AdminCard,
  OutboxMail,
  RefusedMail,
  FailingJob,
  Webhook,
} from '#contract/admin/admin.ts'
import type { ConnectionHosts } from '#contract/admin/connection-hosts.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'
import type { TileKind } from '../../ui/status/icon-tile.tsx'

/** Formatted by the loader, so that server and browser render the same text. */
type WithTexts<T, K extends keyof T> = Omit<T, K> & { [N in K]: string }
/** A time in the reader’s zone, and in UTC. */
export type MomentView = { at: string; text: string; utc: string }
type Timed<T, K extends keyof T> = Omit<T, K> & { [N in K]: MomentView }

export type AuditEntryView = {
  id: string
  when: MomentView
  /** For lists that are grouped by day. */
  day: string
  time: MomentView
  who: string
  act: string
  alias: string
  more: string
  icon: IconName
  kind: TileKind
}
export type ReportView = Timed<AbuseReport, 'at'>
/** `preview` is the card’s preview image; empty if visitors can’t see the card. */
export type ReportedCardView = Pick<ReportedCard, 'alias' | 'isDisabled' | 'owners' | 'contacts'> & { name: string; preview: string }
export type JobView = Omit<FailingJob, 'nextAt'> & { title: string; nextAt: MomentView | null }
export type MailLineView = Timed<MailLine, 'at'>
export type RefusedMailView = Timed<RefusedMail, 'firstAt' | 'lastAt'>
export type MailView = Timed<OutboxMail, 'at'>
export type WebhookView = Pick<Webhook, 'id' | 'kind' | 'alias' | 'state' | 'canRetry'> & { received: MomentView }
export type FailingHostView = Pick<ConnectionHosts['failing'][number], 'host'> & {
  connections: string
  waiting: string
  since: MomentView
  /** The last answer, or why there was none. */
  answer: string
}
export type OffHostView = Pick<ConnectionHosts['off'][number], 'host' | 'reason'> & { facts: string }
/** `name` is the last part of the file's path. */
export type BackupView = Pick<Backups['backups'][number], 'file' | 'state'> & {
  folder: string
  name: string
  made: MomentView
  size: string
}
export type BackupRunView = Pick<Backups['runs'][number], 'id' | 'kind' | 'error'> & {
  isRunning: boolean
  folder: string
  name: string
  started: MomentView
  size: string
}
export type BackupFailure = { kind: BackupKind; error: BackupErrorCode; message: string; when: string }
export type BackupCommand = { key: 'turnOn' | 'now' | 'check' | 'rehearse' | 'restore'; text: string }
export type ImportView = Timed<CardImport, 'createdAt'>
export type InvitationView = Pick<Invitation, 'id' | 'note' | 'uses' | 'maxUses' | 'isUsable'> & { ends: string }
export type CardLineView = WithTexts<Omit<CardLine, 'picture' | 'lastActiveAt' | 'owners'>, 'createdAt'> & {
  ownerEmails: string[]
  picture: string | undefined
  contactsText: string
  viewsText: string
  lastActive: MomentView | null
}
export type CardView = CardLineView &
  Pick<
    AdminCard,
    | 'choice'
    | 'granted'
    | 'revoked'
    | 'rights'
    | 'experiments'
    | 'reason'
    | 'layout'
    | 'versions'
    | 'openReports'
    | 'earlierAliases'
    | 'newContacts'
  > & {
    owners: { email: string; lastLogin: (MomentView & Pick<AdminCard['lastLogins'][string], 'device' | 'method'>) | null }[]
    connections: string[]
    reviewCount: string
    /** The average of their stars; empty without any. */
    reviewStars: string
    changed: MomentView
    /** URL of the card's preview image; empty if visitors can't see the card. */
    preview: string
    pictureCount: number
    pictureBytes: string
    reports: { id: string; at: MomentView; kind: AbuseKind; words: string }[]
    /** The parts that the latest audit entries took down: each its kind and its key. */
    downParts: string[]
  }
/** What administrators did, and how it is filtered; `actors` are those of one card. */
export type Activity = Paged<{
  acts: AuditEntryView[]
  filters: { by: string; about: string; days: string }
  actors: { value: string; label: string }[]
}>
export type CardFilters = { q: string; plan: string; state: string; active: string; demo: string; sort: string }

/** A page of a list: where the next one begins, and whether this isn't the first. */
export type Paged<T> = T & { next: string | null; isFurther: boolean }

/** The errors of a form: a message for the form, and one for each field by name. */
export type FormError = { message: string; errors: Record<string, string> }
/** The errors together with the input. */
export type AdminError = FormError & { typed: Record<string, string> }
/** The steps of a mail test, and its input. */
export type MailTest = { to: string; selector: string; steps: readonly MailStep[] }
/** What the last form did, and the form that undoes it. */
export type Done = { text: string; undo?: { intent: string; fields: Record<string, string> } }
