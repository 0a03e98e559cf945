import type { CardState } from '../../platform/device-state.ts'
import type { ConnectCard } from './connect-card.ts'

export type Here = {
  state: Pick<CardState, 'connected' | 'neverAskAgain'>
  isInstalled: boolean
  isPreview: boolean
  isDesktop: boolean
  /** On the form's own page, or where the card is being installed. */
  isElsewhere: boolean
  /** Offered once in this load, or sent and still on its way. */
  isAnswered: boolean
}

/** Whether the form may open by itself. */
export function mayAsk(asks: ConnectCard['asks'], here: Here): boolean {
  if (!asks || (here.isDesktop && !asks.onDesktop)) return false
  if (here.state.connected || here.state.neverAskAgain || here.isAnswered) return false
  return !here.isInstalled && !here.isPreview && !here.isElsewhere
}
