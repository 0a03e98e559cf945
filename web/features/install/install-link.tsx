import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { useCopy } from '../../ui/use-copy.ts'

/** The address of the install page, for another phone or browser. */
export function InstallLink({ link }: { link: string }) {
  const t = useTranslate()
  const [host, ...path] = link.replace(/^https?:\/\//, '').split('/')
  return (
    <div className="ui-panel install-link">
      <a href={link} dir="ltr" aria-label={`${t('install.link')}: ${link}`}>
        <span>
          {host}
          <wbr />/{path.join('/')}
        </span>
      </a>
      <ButtonLink icon="arrow-up-right" isDocument href={link} target="_blank" rel="noopener">
        {t('install.open')}
      </ButtonLink>
      <CopyInstallLink link={link} />
    </div>
  )
}

export function CopyInstallLink({ link, kind = 'primary' }: { link: string; kind?: 'primary' | 'line' }) {
  const t = useTranslate()
  const [isCopied, copy] = useCopy({ good: t('share.copied'), bad: t('install.failed'), forMs: snackbarMs.share })
  return (
    <Button kind={kind} icon={isCopied ? 'check' : 'copy'} onClick={() => void copy(link)}>
      {t('install.copy')}
    </Button>
  )
}
