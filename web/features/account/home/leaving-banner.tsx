import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'

/** An account that is about to go, and the way back. It is a form of one button, so it works before any script. */
export function LeavingBanner({ day }: { day: string }) {
  const t = useTranslate()
  return (
    <form className="leaving" method="post" action="/account/privacy">
      <Icon name="clock" />
      <p>
        <b>{t('privacy.goes', { day })}</b>
        {t('privacy.goesMore')}
      </p>
      <button className="btn door" type="submit" name="intent" value="keep">
        {t('privacy.keep')}
      </button>
    </form>
  )
}
