import type { AbuseReport } from '#contract/admin/abuse.ts'
import type {
  CardImport,
  CardLine,
  Health,
  ImportFault,
  MailLine,
  OperatorCard,
  OutboxMail,
  Queue,
  ReservedAlias,
  TroubledJob,
} from '#contract/admin/operator.ts'
import type { Trouble } from '../desk-view.ts'
import type { BillingDeskView, BillingView } from './billing/billing-view.ts'

/** A moment as the reader writes it: made where the reader's language is known, so that both sides say the same. */
type Said<T, K extends keyof T> = Omit<T, K> & { [N in K]: string }

export type ActView = { id: string; when: string; who: string; act: string; alias: string; more: string }
export type ReportView = Said<AbuseReport, 'at'>
export type JobView = Said<Omit<TroubledJob, 'nextAt'>, 'askedAt'> & { nextAt: string }
export type MailLineView = Said<MailLine, 'at'>
export type MailView = Said<OutboxMail, 'at'>
export type ImportView = Said<CardImport, 'createdAt'>
export type AnyCardView = Omit<OperatorCard, 'acts' | 'createdAt' | 'updatedAt' | 'subscription' | 'emailAddress'> & {
  acts: ActView[]
  changed: string
}

/** What each of the operator's pages is drawn from. */
export type DeskView =
  | { page: 'overview'; health: Health; databaseSize: string; freeSpace: string }
  | { page: 'cards'; q: string; cards: CardLine[]; next: string | null; isFurther: boolean }
  | { page: 'card'; card: AnyCardView; billing: BillingView | null }
  | { page: 'billing'; billing: BillingDeskView }
  | { page: 'names'; names: ReservedAlias[]; next: string | null }
  | { page: 'reports'; reports: ReportView[]; isClosed: boolean; next: string | null }
  | { page: 'hosts'; hosts: { host: string; reason: string }[]; next: string | null }
  | { page: 'jobs'; queues: Queue[]; troubled: JobView[]; next: string | null }
  | { page: 'outbox'; isSent: boolean; mails: MailLineView[]; next: string | null }
  | { page: 'mail'; mail: MailView; isCut: boolean }
  | { page: 'audit'; q: string; acts: ActView[]; next: string | null }
  | { page: 'imports'; imports: ImportView[]; next: string | null }
  | { page: 'import'; import: ImportView; faults: ImportFault[]; reportHref: string }

/** What a form of these pages has to say after it was not taken, and what was typed. */
export type DeskTrouble = Trouble & { typed: Record<string, string> }
