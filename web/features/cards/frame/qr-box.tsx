import { useTranslate } from '../../../i18n/use-translate.ts'
import type { FrameView } from './frame-view.ts'

/** The QR code, and on paper the address as text. */
export function QrBox({ frame }: { frame: FrameView }) {
  const t = useTranslate()
  return (
    <aside className={frame.qr ? 'qr-box desktop' : 'on-paper'}>
      {frame.qr && <img src={frame.qr} width="270" height="270" alt={t('home.qr')} loading="lazy" />}
      <div>
        <p className="card-url on-paper">{frame.cardUrl.replace(/^https?:\/\//, '')}</p>
        {frame.qr && <p>{t('home.scan', { team: frame.isTeam })}</p>}
      </div>
    </aside>
  )
}
