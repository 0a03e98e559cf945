import type { Bar } from '../../../ui/chart/bar-chart.tsx'
import type { Step } from './what-next.ts'

/** Home, about one card. Null is what could not be read just now: the rest stands. */
export type HomeView = {
  greeting: string
  today: string
  /** From two cards on. */
  strip: StripCard[]
  card: HomeCard
  steps: Step[]
  /** Names of new contacts, beside the step that leads to them. */
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
  /** Of the last seven days. */
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
  /** Null where the plan does not count them. */
  clicks: number | null
}

export type NewestContact = { id: string; href: string; name: string; note: string; at: string; iso: string; isNew: boolean }
