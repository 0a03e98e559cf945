import type { FrameView } from '../../features/cards/frame-view.ts'
import type { Viewer } from '../../features/cards/viewer-chip.tsx'

export type CardAppProps = { frame: FrameView; cardKey: string; viewer: Viewer | null }

/** What only the installed card does. It is fetched once the card is on screen. */
export default function CardApp({ frame }: CardAppProps) {
  return <div hidden data-app={frame.address.alias} />
}
