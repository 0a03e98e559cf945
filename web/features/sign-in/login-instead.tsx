import { useTranslate } from '../../i18n/use-translate.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/page/banner.tsx'

/** Instead of a form, a login: this person can't use the form, or does it at an identity provider. */
export function LoginInstead({ message, href, isError = false }: { message: string; href: string; isError?: boolean }) {
  const t = useTranslate()
  return (
    <>
      <Banner kind={isError ? 'bad' : 'info'} isLive>
        {message}
      </Banner>
      <p className="login-form">
        <ButtonLink kind="primary" size="large" isWide isDocument href={href}>
          {t('login.button')}
        </ButtonLink>
      </p>
    </>
  )
}
