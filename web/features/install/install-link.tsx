import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useCopy } from '../../ui/use-copy.ts'

/** The address that another phone or browser opens: to read, to open, to copy. */
export function InstallLink({ link }: { link: string }) {
  const t = useTranslate()
  return (
    <div className="install-link">
      <a className="install-address" href={link} dir="ltr" aria-label={`${t('install.link')}: ${link}`}>
        {link.replace(/^https?:\/\//, '')}
      </a>
      <a className="btn quiet" href={link} target="_blank" rel="noopener">
        <Icon name="arrow-up-right" />
        {t('install.open')}
      </a>
      <CopyInstallLink link={link} />
    </div>
  )
}

export function CopyInstallLink({ link }: { link: string }) {
  const t = useTranslate()
  const [isCopied, copy] = useCopy({ good: t('share.copied'), bad: t('install.failed'), forMs: snackbarMs.share })
  return (
    <button className="btn solid needs-script" type="button" onClick={() => void copy(link)}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      {t('install.copy')}
    </button>
  )
}
