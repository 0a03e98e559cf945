import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'

export type TileKind = 'quiet' | 'door' | 'brass' | 'ok' | 'warn' | 'bad'

/** An icon at the start of a row. */
export const IconTile = ({ icon, kind = 'quiet' }: { icon: IconName; kind?: TileKind }) => (
  <span className={`ui-icon-tile center ${kind}`}>
    <Icon name={icon} />
  </span>
)

/** A change: an arrow and the number. `label` is the text for screen readers. */
export const Delta = ({ way, label, children }: { way: 'up' | 'down' | 'flat'; label: string; children: string }) => (
  <span className={`ui-delta ${way}`}>
    {way !== 'flat' && <Icon name={way === 'up' ? 'trending-up' : 'trending-down'} />}
    <span aria-hidden="true">{children}</span>
    <span className="sr-only">{label}</span>
  </span>
)
