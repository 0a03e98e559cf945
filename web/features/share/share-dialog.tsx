import { useRef } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useServerRequired } from '../../platform/connection/use-reach.ts'
import { useQrWakeLock } from '../../platform/device/use-qr-wake-lock.ts'
import { isThisComputer } from '../../platform/this-computer.ts'
import { useSite } from '../../platform/use-site.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Dialog, type DialogProps } from '../../ui/overlay/dialog.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from './share-dialog.css?page-style'
import { ShareContents } from './share-sheet.tsx'
import type { OwnerShare, SharedCard } from './shared-card.ts'
import { useShare } from './use-share.ts'

type Props = Pick<DialogProps, 'isOpen' | 'closeHref' | 'onClose'> & {
  /** Null while it loads. */
  share: OwnerShare | null
  editHref: string
  upgradeHref: string
  /** Without a script, a retry loads this page again. */
  retryHref: string
  onRetry(): void
}

/** The owner's share sheet on pages without the card. */
export function ShareDialog({ share, editHref, upgradeHref, retryHref, onRetry, ...dialog }: Props) {
  const t = useTranslate()
  const { isReached, why } = useServerRequired()
  const card = typeof share === 'object' ? share : null
  const actions = {
    off: (
      <ButtonLink kind="primary" href={editHref} reloadDocument>
        {t('editor.title')}
      </ButtonLink>
    ),
    takenDown: undefined,
    failed: (
      <ButtonLink
        href={retryHref}
        onClick={(event) => {
          event.preventDefault()
          onRetry()
        }}
      >
        {t('failed.again')}
      </ButtonLink>
    ),
  }
  const sentences = { off: t('editor.offLine'), takenDown: t('editor.offDown'), failed: isReached ? t('failed.sentence') : why }
  const reason = share === null && !isReached ? 'failed' : typeof share === 'string' ? share : null
  return (
    <Dialog
      {...dialog}
      // Focus starts at the title, not in the link.
      isDanger
      className="share-sheet"
      title={card ? t('share.title', { team: card.isTeam }) : t('dashboard.shareCard')}
      lead={!reason && t('share.lead')}
      closeLabel={t('close')}
      actions={reason && actions[reason]}
    >
      {/* Not offline: a style sheet that failed to load isn't requested again. */}
      {!reason && <PageStyle name="share-dialog" styles={styles} />}
      {dialog.isOpen && card && <CardShare card={card} upgradeHref={upgradeHref} />}
      {!card && !reason && (
        <div className="share-loading">
          <Skeleton label={t('title.loading')} />
        </div>
      )}
      {reason && <p role="alert">{sentences[reason]}</p>}
    </Dialog>
  )
}

/** What is shared here counts as no visit. */
function CardShare({ card, upgradeHref }: { card: SharedCard; upgradeHref: string }) {
  const t = useTranslate()
  const { publicUrl, productName: product } = useSite()
  const share = useShare(card, noReport, useRef(null))
  useQrWakeLock()
  return (
    <>
      {isThisComputer(publicUrl) && (
        <Banner kind="warn" title={t('signup.localTitle')}>
          {t('signup.local', { host: new URL(publicUrl).host, product })}
        </Banner>
      )}
      <ShareContents card={card} share={share} upgradeHref={upgradeHref} isOpen />
    </>
  )
}

const noReport = () => {}
