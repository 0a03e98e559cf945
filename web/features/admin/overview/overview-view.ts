import type { BarState } from '../../../ui/chart/state-bars.tsx'
import type { IconName } from '../../../ui/icons/icon-names.ts'
import type { AuditEntryView, MomentView } from '../admin-view.ts'

type Mark = { kind: 'ok' | 'warn' | 'bad' | 'off'; text: string }
export type Attention = {
  key: string
  icon: IconName
  kind: 'bad' | 'warn'
  title: string
  note: string | MomentView
  href: string
  action: string
  /** The intent of a form sent to this address; without it, the address is a link. */
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
  /** The number of demo cards, which the figures leave out. */
  demoCards: number
  acts: AuditEntryView[]
}
