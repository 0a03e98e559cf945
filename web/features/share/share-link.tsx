import { snackbarMs } from '#contract/constants.ts'
import { useSay } from '../../i18n/use-say.ts'
import { useReport } from '../../platform/visits/use-report.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useCopy } from '../../ui/use-copy.ts'

/** The link, to read, to select and to copy. */
export function ShareLink({ link, isOwn }: { link: string; isOwn: boolean }) {
  const say = useSay()
  const report = useReport()
  const [isCopied, copy] = useCopy({ good: say('share.copied'), bad: say('share.failed'), forMs: snackbarMs.copy })

  async function press() {
    if (await copy(link)) report('share_{product}_location', 'Copy Link')
  }
  return (
    <div className="share-field">
      <input
        readOnly
        dir="ltr"
        aria-label={say(isOwn ? 'share.link' : 'share.theLink')}
        value={link.replace(/^https?:\/\//, '')}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button className="btn solid needs-script" type="button" onClick={press}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        {say('share.copy')}
      </button>
    </div>
  )
}
