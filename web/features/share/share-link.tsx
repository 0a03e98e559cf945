import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useReport } from '../../platform/visits/use-report.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useCopy } from '../../ui/use-copy.ts'

/** The link, to read, to select and to copy. */
export function ShareLink({ link, isOwn }: { link: string; isOwn: boolean }) {
  const t = useTranslate()
  const report = useReport()
  const [isCopied, copy] = useCopy({ good: t('share.copied'), bad: t('share.failed'), forMs: snackbarMs.copy })

  async function press() {
    if (await copy(link)) report('share_{product}_location', 'Copy Link')
  }
  return (
    <div className="share-field">
      <input
        readOnly
        dir="ltr"
        aria-label={t(isOwn ? 'share.link' : 'share.theLink')}
        value={link.replace(/^https?:\/\//, '')}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button className="btn solid needs-script" type="button" onClick={press}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        {t('share.copy')}
      </button>
    </div>
  )
}
