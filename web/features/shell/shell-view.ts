import type { ReactElement, ReactNode } from 'react'
import type { MessageKey } from '#common/messages/message.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'

/** One way in the sidebar, the dock or the header. */
export type ShellEntry = {
  href: string
  label: string
  /** Drawn by its name; one that owners' pages do not load comes drawn. */
  icon: IconName | ReactElement
  isHere?: boolean
  /** In another frame with other styles: loaded as a new document. */
  isElsewhere?: boolean
  /** Things to read: blue (`door`) for new contacts, red for everything else. Not shown while it is 0. */
  count?: { of: number; label: string; kind?: 'door' | 'bad' }
  /** Something fails: a red dot, and what it says to a screen reader. */
  alert?: string
  /** A badge at the end of the row. */
  mark?: ReactNode
  /** Leads out of this list: an arrow at the end of the row. */
  isWayOut?: boolean
  /** In the dock, the one in the accent color. */
  isAccent?: boolean
}

/** With a label it is a group of its own; without one, and not first, a rule stands above it. */
export type ShellGroup = { label?: string; entries: readonly ShellEntry[] }

export type ShellNav = {
  /** Where the product's name leads. */
  homeHref: string
  /** Beside the product's name: which area this is. */
  badge?: ReactNode
  groups: readonly ShellGroup[]
  /** Four at most: More comes by itself. What stands here is left out of More. */
  dock: readonly ShellEntry[]
  /** Icons in the header of a phone. */
  tools?: readonly ShellEntry[]
}

/** A card in the switcher. */
export type ShellCard = { alias: string; name: string; portrait: string | null; isOn: boolean; href: string; newContacts?: number }

/** Who is logged in, and which of their cards this is about. */
export type ShellWho = {
  email: string
  /** The chosen card's alias; null without a card. */
  alias: string | null
  cards: readonly ShellCard[]
  logoutHref: string
  privacyHref: string
  plan?: ShellPlan | null
}

/** The plan of the chosen card in words, and what it asks for. */
export type ShellPlan = { label: MessageKey; days: number; link: { kind: 'change' | 'update'; href: string } | null }

/** The first of a person's names. */
export const firstNameOf = (name: string) => name.trim().split(/\s+/)[0] ?? ''
