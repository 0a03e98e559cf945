import { useEffect, useState, type RefObject } from 'react'
import { qrCode, snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useSite } from '../../platform/use-site.ts'
import { useInstalled } from '../../platform/app/use-installed.ts'
import { useReport } from '../../platform/visits/use-report.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { ShareUpgrade } from './share-upgrade.tsx'
import styles from './share-sheet.css?page-style'
import { ShareTargets } from './share-targets.tsx'
import type { SharedCard } from './shared-card.ts'
import type { Share } from './use-share.ts'

type Props = { ref: RefObject<HTMLDivElement | null>; card: SharedCard; share: Share; upgradeHref: string }

/** The share sheet. Without a script it opens with the card's own link and the targets that need no script. */
export function ShareSheet({ ref, ...contents }: Props) {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  // The sheet may have been opened before hydration.
  useEffect(() => setIsOpen(ref.current?.matches(':popover-open') ?? false), [ref])
  const { card, share } = contents
  const { payload, isOwn } = share

  return (
    <div
      ref={ref}
      className="panel sheet share-sheet"
      id="share"
      popover="auto"
      role="dialog"
      aria-labelledby="share-title"
      onBeforeToggle={({ newState }) => newState === 'open' && share.onOpen()}
      onToggle={({ newState, currentTarget }) => {
        setIsOpen(newState === 'open')
        if (newState === 'open') currentTarget.querySelector('h2')?.focus({ preventScroll: true })
      }}
    >
      <div className="panel-head across">
        <h2 id="share-title" tabIndex={-1} dir="auto">
          {isOwn
            ? t(card.isOwn ? 'share.title' : 'share.titleCard', { team: card.isTeam, name: card.name })
            : t(payload.title ? 'share.titleOf' : 'nav.share', { title: payload.title })}
        </h2>
        <button className="panel-close center" type="button" popoverTarget="share" popoverTargetAction="hide" aria-label={t('close')}>
          <Icon name="x" />
        </button>
      </div>
      {isOwn && <p className="share-lead">{t('share.lead')}</p>}
      <ShareContents {...contents} isOpen={isOpen} />
    </div>
  )
}

export function ShareContents({ card, share, upgradeHref, isOpen }: Omit<Props, 'ref'> & { isOpen: boolean }) {
  const isInstalled = useInstalled()
  const { payload, isOwn, short } = share
  const link = isOwn ? card.link : payload.shareLink
  return (
    <div className="share-body">
      <PageStyle name="share-sheet" styles={styles} />
      {isOwn && payload.allowQrCodeDownload && (card.qr.isVisible || isInstalled) && <ShareQr card={card} />}
      <div>
        <ShareLink link={link} copied={payload.shareLink} isOwn={isOwn} />
        {!payload.hideOptions && (
          <>
            <ShareTargets payload={payload} picture={isOwn ? card.picture : null} pictureName={card.alias} isOpen={isOpen} />
            <ShortLinks short={short} isOwner={card.isOwn} />
            <ShareUpgrade card={card} link={link} upgradeHref={upgradeHref} />
          </>
        )}
      </div>
    </div>
  )
}

/** The setting for short links on this device. If the card always uses them there is nothing to set; its owner reads so. */
function ShortLinks({ short: { isOn, isFixed, set }, isOwner }: { short: Share['short']; isOwner: boolean }) {
  const t = useTranslate()
  if (isFixed) return isOwner && <p className="share-short">{t('share.shortAlways')}</p>
  return (
    <label className="share-short requires-script">
      <span>
        {t('share.short')}
        <small>{t('share.shortLead')}</small>
      </span>
      <input className="card-switch" type="checkbox" checked={isOn} onChange={({ currentTarget }) => set(currentTarget.checked)} />
    </label>
  )
}

/** The link, with a button that copies it as it is shared. */
function ShareLink({ link, copied, isOwn }: { link: string; copied: string; isOwn: boolean }) {
  const t = useTranslate()
  const report = useReport()
  const [isCopied, copy] = useCopy({ good: t('share.copied'), bad: t('share.failed'), forMs: snackbarMs.copy })

  async function copyLink() {
    if (await copy(copied)) report('share_{product}_location', 'Copy Link')
  }
  return (
    <div className="share-field across">
      <input
        readOnly
        dir="ltr"
        aria-label={t(isOwn ? 'share.link' : 'share.theLink')}
        value={link.replace(/^https?:\/\//, '')}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button className="btn solid requires-script" type="button" onClick={copyLink}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        {t('share.copy')}
      </button>
    </div>
  )
}

function ShareQr({ card: { qr, isOwn } }: { card: SharedCard }) {
  const t = useTranslate()
  const { hasPlans } = useSite()
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
        {qr.isPro && isOwn && hasPlans && (
          <span className="badge">
            <Icon name="key-round" />
            {t('home.pro')}
          </span>
        )}
      </div>
    </div>
  )
}
