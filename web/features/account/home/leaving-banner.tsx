import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'

/** An account that is about to be deleted, and the way back. A form of one button: it works before any script. */
export function LeavingBanner({ day }: { day: string }) {
  const t = useTranslate()
  const keep = (
    <Button type="submit" name="intent" value="keep">
      {t('privacy.keep')}
    </Button>
  )
  return (
    <form method="post" action="/account/privacy">
      <Banner kind="warn" title={t('privacy.goes', { day })} action={keep}>
        {t('privacy.goesMore')}
      </Banner>
    </form>
  )
}
