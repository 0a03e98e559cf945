import type { BarState } from '../../../ui/chart/state-bars.tsx'
import type { IconName } from '../../../ui/icons/icon-names.ts'
import type { ActView, MomentView } from '../admin-view.ts'

export type Mark = { kind: 'ok' | 'warn' | 'bad' | 'off'; text: string }
export type Attention = {
  key: string
  icon: IconName
  kind: 'bad' | 'warn'
  title: string
  note: string | MomentView
  href: string
  action: string
  /** Of the form that acts at this address; without it, a link leads there. */
  intent?: string
}
export type Tile = {
  key: 'jobs' | 'mail' | 'backups' | 'storage' | 'database' | 'version'
  icon: IconName
  title: string
  mark: Mark
  value: string
  unit: string
  lines: (string | MomentView)[]
  /** What happened last. */
  bars?: { label: string; states: BarState[] }
  /** 0 to 1 */
  used?: number
  href?: string
}
export type Trend = { label: string; value: string; note: string; days: number[] }

/** The health of the installation, as text. */
export type OverviewView = {
  host: string
  /** When these figures were read. */
  updated: MomentView
  attention: Attention[]
  tiles: Tile[]
  trends: Trend[]
  /** How many cards of the demo there are, which the figure leaves out. */
  demoCards: number
  acts: ActView[]
}
