import type { ReactElement, ReactNode } from 'react'
import type { MessageKey } from '#common/messages/message.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'

/** A link in the sidebar, the dock or the header. */
export type ShellEntry = {
  href: string
  label: string
  /** An icon name, or an element for icons outside the owner pages' set. */
  icon: IconName | ReactElement
  isHere?: boolean
  /** A page with other styles: loaded as a new document. */
  isElsewhere?: boolean
  /** Unread count: blue (`door`) for new contacts, red for everything else. Hidden while it is 0. */
  count?: { of: number; label: string; kind?: 'door' | 'bad' }
  /** Shows a red dot; the text is for screen readers. */
  alert?: string
  /** A badge at the end of the row. */
  mark?: ReactNode
  /** Leads to another area: an arrow at the end of the row. */
  isWayOut?: boolean
  /** In the dock, the entry in the accent color. */
  isAccent?: boolean
}

/** With a label it is a titled group; without one, a rule separates it from the group above. */
type ShellGroup = { label?: string; entries: readonly ShellEntry[] }

export type ShellNav = {
  /** The link of the product's name. */
  homeHref: string
  /** The area's name, beside the product's. */
  badge?: ReactNode
  groups: readonly ShellGroup[]
  /** Four at most; the shell adds More. These entries are left out of More. */
  dock: readonly ShellEntry[]
  /** Icons in the header of a phone. */
  tools?: readonly ShellEntry[]
}

/** A card in the switcher. */
export type ShellCard = {
  alias: string
  name: string
  portrait: string | null
  isOn: boolean
  isAvailable: boolean
  href: string
  newContacts?: number
}

/** The logged-in account, its cards, and the chosen one. */
export type ShellWho = {
  /** The account's; empty if its owner gave none. */
  name: string
  email: string
  /** The chosen card's alias; null without a card. */
  alias: string | null
  cards: readonly ShellCard[]
  /** What the account is in this area, instead of the card’s address. */
  role?: string
  logoutHref: string
  privacyHref: string
  plan?: ShellPlan | null
}

/** The plan of the chosen card as text, with its action. */
export type ShellPlan = { label: MessageKey; days: number; link: { kind: 'change' | 'update'; href: string } | null }

/** How a greeting calls someone: by the first word of a name, a team by its whole name. */
export const greetedName = (name: string, team = '') => (name === team ? name : (name.trim().split(/\s+/)[0] ?? ''))
