import { useSay } from '../../../i18n/use-say.ts'
import type { FrameView } from './frame-view.ts'

/** The card's code, and on paper its address in letters too. */
export function QrBox({ frame }: { frame: FrameView }) {
  const say = useSay()
  return (
    <aside className={frame.qr ? 'qr-box desktop' : 'on-paper'}>
      {frame.qr && <img src={frame.qr} width="270" height="270" alt={say('home.qr')} loading="lazy" />}
      <div>
        <p className="card-url on-paper">{frame.cardUrl.replace(/^https?:\/\//, '')}</p>
        {frame.qr && <p>{say('home.scan', { team: frame.isTeam })}</p>}
      </div>
    </aside>
  )
}
