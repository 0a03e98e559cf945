import type { Bar } from '../../../ui/chart/bar-chart.tsx'
import type { Step } from './suggest-steps.ts'

/** The home page for one card. Null: failed to load; the rest is shown. */
export type HomeView = {
  greeting: string
  today: string
  /** Only with several cards. */
  strip: StripCard[]
  card: HomeCard
  steps: Step[]
  /** Names of new contacts, shown in the step that links to them. */
  waiting: string[]
  week: Week | null
  newest: { rows: NewestContact[]; count: number } | null
}

export type StripCard = {
  alias: string
  href: string
  name: string
  portrait: string | null
  isOn: boolean
  isAvailable: boolean
  /** In the last seven days. */
  views: number | null
  newContacts: number
}

export type HomeCard = {
  alias: string
  name: string
  title: string
  company: string
  portrait: string | null
  scene: string | null
  /** The card’s own, where it has no scene. */
  color: string
  address: string
  url: string
  qr: string
  state: 'live' | 'off' | 'takenDown'
}

export type Week = {
  bars: Bar[]
  views: number
  change: { way: 'up' | 'down' | 'flat'; text: string } | null
  contacts: number | null
  /** Null if the plan does not include them. */
  clicks: number | null
}

/** Imported without a date, it has no `iso`. */
export type NewestContact = { id: string; href: string; name: string; note: string; at: string; iso: string | null; isNew: boolean }
