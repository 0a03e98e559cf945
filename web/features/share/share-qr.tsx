import { qrCode } from '#contract/constants.ts'
import { useSay } from '../../i18n/use-say.ts'
import { useReport } from '../../platform/visits/use-report.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { SharedCard } from './shared-card.ts'

export function ShareQr({ qr }: { qr: SharedCard['qr'] }) {
  const say = useSay()
  const report = useReport()
  return (
    <div className="share-qr">
      <img src={qr.src} width="400" height="400" alt={say('home.qr')} loading="lazy" />
      <div>
        <b>{say('share.holdUp')}</b>
        <p>{say('share.theyScan')}</p>
        <a className="btn quiet" href={qr.file} download={qrCode.fileName} onClick={() => report('share_{product}_location', 'QR Code')}>
          <Icon name="download" />
          {say('share.saveQr')}
        </a>
        {qr.isPro && (
          <span className="badge">
            <Icon name="key-round" />
            {say('home.pro')}
          </span>
        )}
      </div>
    </div>
  )
}
