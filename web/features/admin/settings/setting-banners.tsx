import { useTranslate } from '../../../i18n/use-translate.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'

/** Settings that were changed and wait for a restart. */
export function RestartBanner({ names }: { names: string }) {
  const t = useTranslate()
  return (
    <Banner kind="warn" title={t('admin.settingsWaiting', { names })}>
      {t('admin.restartHow')}
    </Banner>
  )
}

/** Settings change only after a recent login. With unsaved input, the login opens in a new tab. */
export function LoginAgainBanner({ href, hasInput }: { href: string; hasInput: boolean }) {
  const t = useTranslate()
  return (
    <Banner
      kind="info"
      title={t('admin.settingsAgain')}
      action={
        <ButtonLink size="small" isDocument href={href} {...(hasInput && { target: '_blank' })}>
          {t('privacy.again')}
        </ButtonLink>
      }
    >
      {t(hasInput ? 'admin.settingsAgainKept' : 'admin.settingsAgainWhy')}
    </Banner>
  )
}
