import { snackbarMs } from '#contract/constants.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { LaterIcon } from '../../ui/icons/later-icon.tsx'
import { useCopy } from '../../ui/use-copy.ts'

/** The address that another phone or browser opens: to read, to open, to copy. */
export function InstallLink({ link }: { link: string }) {
  const say = useLaterSay()
  return (
    <div className="install-link">
      <a className="install-address" href={link} dir="ltr" aria-label={`${say('install.link')}: ${link}`}>
        {link.replace(/^https?:\/\//, '')}
      </a>
      <a className="btn quiet" href={link} target="_blank" rel="noopener">
        <LaterIcon name="arrow-up-right" />
        {say('install.open')}
      </a>
      <CopyInstallLink link={link} />
    </div>
  )
}

export function CopyInstallLink({ link }: { link: string }) {
  const say = useLaterSay()
  const [isCopied, copy] = useCopy({ good: say('share.copied'), bad: say('install.failed'), forMs: snackbarMs.share })
  return (
    <button className="btn solid needs-script" type="button" onClick={() => void copy(link)}>
      <LaterIcon name={isCopied ? 'check' : 'copy'} />
      {say('install.copy')}
    </button>
  )
}
