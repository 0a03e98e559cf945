import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Icon } from '../../../ui/icons/icon.tsx'

/** Beside a link that the card's plan doesn't include. */
export function UnavailableNote({ isPro }: { isPro: boolean }) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  return (
    <span className="shut-note across" title={hasPlans ? t('home.notAvailableWhy') : undefined}>
      {t('home.notAvailable')}{' '}
      {isPro && hasPlans && (
        <span className="badge">
          <Icon name="key-round" />
          {t('home.pro')}
        </span>
      )}
    </span>
  )
}
