import { qrCode } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useReport } from '../../platform/visits/use-report.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { SharedCard } from './shared-card.ts'

export function ShareQr({ qr }: { qr: SharedCard['qr'] }) {
  const t = useTranslate()
  const report = useReport()
  return (
    <div className="share-qr">
      <img src={qr.src} width="400" height="400" alt={t('home.qr')} loading="lazy" />
      <div>
        <b>{t('share.holdUp')}</b>
        <p>{t('share.theyScan')}</p>
        <a className="btn quiet" href={qr.file} download={qrCode.fileName} onClick={() => report('share_{product}_location', 'QR Code')}>
          <Icon name="download" />
          {t('share.saveQr')}
        </a>
        {qr.isPro && (
          <span className="badge">
            <Icon name="key-round" />
            {t('home.pro')}
          </span>
        )}
      </div>
    </div>
  )
}
