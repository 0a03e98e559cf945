import { useSay } from '../../i18n/use-say.ts'
import type { FrameView } from './frame-view.ts'

export function QrBox({ frame }: { frame: FrameView }) {
  const say = useSay()
  if (!frame.qr) return null
  return (
    <aside className="qr-box desktop">
      <img src={frame.qr} width="270" height="270" alt={say('home.qr')} loading="lazy" />
      <p>{say('home.scan', { team: frame.isTeam })}</p>
    </aside>
  )
}
