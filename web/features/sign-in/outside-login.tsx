import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { Notice } from './notice.tsx'

/** Where accounts are kept elsewhere and something went wrong there: the way to try again. */
export function OutsideLogin({ href }: { href: string }) {
  const t = useTranslate()
  return (
    <>
      <Notice isBad>{t('login.providerFailed')}</Notice>
      <p className="login-form">
        <a className="btn large wide door" href={href}>
          {t('login.button')}
          <Icon name="arrow-right" />
        </a>
      </p>
    </>
  )
}
