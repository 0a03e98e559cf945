import type { ClientPage, ConnectedClient } from '#contract/contacts.ts'

export type Wanted = { q: string; label: string }
export type SearchPlace = { name: string; url: string }
export type Told = { text: string; isBad: boolean }

/** What a form typed by hand was refused for, and what was in it. */
export type Refusal = { message: string; faults: Record<string, string>; typed: Record<string, string> }

export type ContactsView = {
  alias: string
  upgradeHref: string
  /** What PRO costs a month. */
  price: string
  mayLabel: boolean
  maySeeAll: boolean
  wanted: Wanted
  page: number
  /** Null where it could not be read. */
  first: ClientPage | null
  labels: string[]
  openedId: string | null
  /** The contact in the address, where it is not among the first ones. */
  opened: ConnectedClient | null
  places: SearchPlace[]
  /** What another app shared with this one, as the form for a new contact takes it. */
  shared: Record<string, string> | null
  /** Names the form for a new contact, so that a second press makes no second one. */
  submissionId: string
  /** The server's moment: what is written first is written for it. */
  now: string
}
