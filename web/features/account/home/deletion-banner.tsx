import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'

/** Shown while a deletion is scheduled, with a form to cancel it, which works without a script. */
export function DeletionBanner({ day }: { day: string }) {
  const t = useTranslate()
  const keep = (
    <Button type="submit" name="intent" value="keep">
      {t('privacy.cancelDeletion')}
    </Button>
  )
  return (
    <form method="post" action="/account/privacy">
      <Banner kind="warn" title={t('privacy.deletesOn', { day })} action={keep}>
        {t('privacy.deletesOnMore')}
      </Banner>
    </form>
  )
}
