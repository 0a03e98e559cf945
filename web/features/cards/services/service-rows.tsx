import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSharing, type ShareRequest } from '../../../platform/sharing.ts'
import { useReport } from '../../../platform/visits/use-report.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { outward } from '../../../ui/safe-link.ts'
import { useCopy } from '../../../ui/use-copy.ts'
import plates from '../frame/plates.css?page-style'
import styles from './service-rows.css?page-style'

/** Styles for a list of services. */
export function ServiceRowsStyle() {
  return (
    <>
      <PageStyle name="plates" styles={plates} />
      <PageStyle name="service-rows" styles={styles} />
    </>
  )
}

/** A link that covers its whole row. */
export function OpenAction({ to, label, click }: { to: string; label: string; click?: string }) {
  return (
    <a className="act follow center" href={to} aria-label={label} data-click={click} {...outward}>
      <Icon name="arrow-up-right" />
    </a>
  )
}

export function CopyAction({ text, label, className = 'act center' }: { text: string; label: string; className?: string }) {
  const t = useTranslate()
  const [isCopied, copy] = useCopy({ good: t('share.copied'), bad: t('share.failed'), forMs: snackbarMs.copy })
  const report = useReport()

  async function copyLink() {
    if (await copy(text)) report('share_{product}_location', 'Copy Link')
  }
  return (
    <button className={`${className} requires-script`} type="button" aria-label={label} onClick={copyLink}>
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  )
}

/** Opens the share sheet; shows a spinner while the link is prepared. */
export function ShareAction({ what, label, className = 'act center' }: { what: ShareRequest; label: string; className?: string }) {
  const t = useTranslate()
  const { share, busy } = useSharing()
  const isBusy = busy === what.shareLink
  return (
    <button
      className={`${className} requires-script`}
      type="button"
      aria-label={isBusy ? t('share.preparing') : label}
      aria-busy={isBusy}
      onClick={() => share(what)}
    >
      <Icon name="share-2" />
    </button>
  )
}
