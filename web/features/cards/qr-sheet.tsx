import { useSay } from '../../i18n/use-say.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { FrameView } from './frame-view.ts'

/** The code, to hold out to somebody. The picture is fetched when the sheet opens. */
export function QrSheet({ frame }: { frame: FrameView }) {
  const say = useSay()
  if (!frame.qr) return null
  return (
    <div className="panel sheet qr-sheet" id="qr" popover="auto" role="dialog" aria-label={say('nav.qr')}>
      <div className="panel-head">
        <h2>{frame.name}</h2>
        <button className="panel-close" type="button" popoverTarget="qr" popoverTargetAction="hide" aria-label={say('close')}>
          <Icon name="x" />
        </button>
      </div>
      <img src={frame.qr} width="270" height="270" alt={say('home.qr')} loading="lazy" />
      <p>{say('home.scan', { team: frame.isTeam })}</p>
    </div>
  )
}
