import type { ContactOrder } from '#contract/contact-choices.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { ClientPage, ConnectedClient } from '#contract/contacts.ts'

/** Newest first unless sorted. */
export type ContactSearch = { q: string; label: string; sort?: Exclude<ContactOrder, 'newest'> }
export type SearchPlace = { name: string; url: string }
export type SentTo = AnswerOf<Endpoints['connections.ofContact']>[number]
export type ResultMessage = { text: string; isBad: boolean }

/** The error of a sent form, with its values. `isConflict`: the contact was changed by another window. */
export type UserError = { message: string; issues: Record<string, string>; typed: Record<string, string>; isConflict?: boolean }

/** Of a form posted without script. */
export type RejectedForm = UserError & { form: 'new' | 'edit' | 'several'; selected?: readonly string[]; tags?: readonly string[] }

/** How many contacts match a search, and the digest by which the server knows them again. */
export type Matching = { count: number; digest: string }

export type ContactsView = {
  alias: string
  upgradeHref: string
  /** The monthly price of PRO. */
  price: string
  mayLabel: boolean
  maySeeAll: boolean
  searched: ContactSearch
  page: number
  /** Null if it could not be loaded. */
  first: ClientPage | null
  /** The contacts that match while some are selected; null if not counted. */
  matching: Matching | null
  labels: string[]
  openedId: string | null
  /** The contact in the address, if it is not on the first page. */
  opened: ConnectedClient | null
  /** Where the contact in the address was sent; null if another one is opened later, or it could not be loaded. */
  sent: SentTo[] | null
  places: SearchPlace[]
  /** Data shared by another app, as values of the new contact's form. */
  shared: Record<string, string> | null
  /** Idempotency key of the new contact's form. */
  submissionId: string
  /** The server's time, used for the first render. */
  now: string
}
