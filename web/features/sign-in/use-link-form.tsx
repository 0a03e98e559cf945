import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { Notice } from './notice.tsx'

/** One press away from being signed in. */
export function UseLinkForm({ token, trouble }: { token: string; trouble: { message: string } | null }) {
  const t = useTranslate()
  if (trouble) {
    return (
      <>
        <Notice isBad>{trouble.message}</Notice>
        <p className="login-foot">
          <a href="/account/link">{t('login.anotherLink')}</a>
        </p>
      </>
    )
  }
  return (
    <form className="login-form" method="post">
      <input type="hidden" name="token" value={token} />
      <button className="btn large wide door" type="submit">
        {t('login.button')}
        <Icon name="arrow-right" />
      </button>
    </form>
  )
}
