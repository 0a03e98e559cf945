import type { Step } from './what-next.ts'

export type PlanBadge = { kind: 'free' | 'trial' | 'open' | 'bad'; label: string }

/** One card on the dashboard. Null is what could not be read just now. */
export type TileView = {
  alias: string
  address: string
  name: string
  title: string
  initials: string
  portrait: string | null
  isOn: boolean
  isTakenDown: boolean
  plan: PlanBadge | null
  drafted: number
  /** Of the last seven days. */
  views: number | null
  contacts: number | null
  newContacts: number
  steps: Step[]
}
