import type { AbuseReport } from '#contract/admin/abuse.ts'
import type { AbuseKind } from '#contract/admin/abuse-choices.ts'
import type {
  CardImport,
  CardLine,
  ImportFault,
  MailLine,
  OperatorCard,
  OutboxMail,
  Queue,
  ReservedAlias,
  TroubledJob,
} from '#contract/admin/operator.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'
import type { TileKind } from '../../ui/status/icon-tile.tsx'
import type { CardTab } from './admin-places.ts'
import type { BillingView, CardBillingView } from './billing/billing-view.ts'
import type { OverviewView } from './overview/overview-view.ts'

/** A moment as the reader writes it: formatted where the reader's language is known, so that both sides render the same. */
type Written<T, K extends keyof T> = Omit<T, K> & { [N in K]: string }

export type ActView = {
  id: string
  when: string
  /** For lists that are grouped by day. */
  day: string
  time: string
  who: string
  act: string
  alias: string
  more: string
  icon: IconName
  kind: TileKind
}
export type ReportView = Written<AbuseReport, 'at'>
export type JobView = Written<Omit<TroubledJob, 'nextAt'>, 'askedAt'> & { nextAt: string }
export type MailLineView = Written<MailLine, 'at'>
export type MailView = Written<OutboxMail, 'at'>
export type ImportView = Written<CardImport, 'createdAt'>
export type CardLineView = Written<Omit<CardLine, 'picture'>, 'createdAt'> & {
  picture: string | undefined
  contactsText: string
  viewsText: string
}
export type CardView = CardLineView &
  Pick<OperatorCard, 'choice' | 'granted' | 'revoked' | 'rights' | 'experiments' | 'reason' | 'openReports'> & {
    owners: { email: string; lastLogin: string }[]
    changed: string
    /** A small picture of the card; empty where visitors do not see it. */
    preview: string
    pictureCount: number
    pictureBytes: string
    reports: { id: string; at: string; kind: AbuseKind; words: string }[]
  }
export type ActFilters = { by: string; about: string; days: string }
export type CardFilters = { q: string; plan: string; state: string; sort: string }

/** What each admin page is drawn from. */
export type AdminView =
  | { page: 'overview'; overview: OverviewView }
  | { page: 'cards'; filters: CardFilters; cards: CardLineView[]; next: string | null; isFurther: boolean }
  | {
      page: 'card'
      tab: CardTab
      card: CardView
      show: string
      billing: CardBillingView | null
      q: string
      activity: Paged<{ acts: ActView[]; filters: ActFilters; actors: { value: string; label: string }[] }> | null
    }
  | { page: 'billing'; billing: BillingView }
  | Paged<{ page: 'names'; names: ReservedAlias[] }>
  | Paged<{ page: 'reports'; reports: ReportView[]; isClosed: boolean }>
  | Paged<{ page: 'hosts'; hosts: { host: string; reason: string }[] }>
  | Paged<{ page: 'jobs'; queues: Queue[]; failing: JobView[] }>
  | Paged<{ page: 'mails'; isSent: boolean; mails: MailLineView[] }>
  | { page: 'mail'; mail: MailView; isCut: boolean }
  | Paged<{ page: 'audit'; q: string; acts: ActView[] }>
  | Paged<{ page: 'imports'; imports: ImportView[] }>
  | { page: 'import'; import: ImportView; errors: ImportFault[]; reportHref: string }

/** A part of a list that goes on: where its next part begins, and whether this is not its first. */
export type Paged<T> = T & { next: string | null; isFurther: boolean }

/** What is wrong with a form that was not accepted: a line for the whole, and one for each field by its name. */
export type FormError = { message: string; errors: Record<string, string> }
/** The same with what was typed. */
export type AdminError = FormError & { typed: Record<string, string> }
/** What the last form did, in words, or what was wrong with it. */
export type Outcome = { done: string | null; error: AdminError | null }
