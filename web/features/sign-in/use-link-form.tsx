import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextLink } from '../../ui/button/text-link.tsx'
import { Banner } from '../../ui/page/banner.tsx'

/** Confirms a login link. */
export function UseLinkForm({ token, failure }: { token: string; failure: { message: string } | null }) {
  const t = useTranslate()
  if (failure) {
    return (
      <>
        <Banner kind="bad" isLive>
          {failure.message}
        </Banner>
        <p className="login-foot">
          <TextLink isDocument href="/account/link">
            {t('login.anotherLink')}
          </TextLink>
        </p>
      </>
    )
  }
  return (
    <form className="login-form" method="post">
      <input type="hidden" name="token" value={token} />
      <Button kind="primary" size="large" isWide type="submit">
        {t('login.button')}
      </Button>
    </form>
  )
}
