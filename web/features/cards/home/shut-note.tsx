import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'

/** Beside a link that the card's plan keeps shut. */
export function ShutNote({ isPro }: { isPro: boolean }) {
  const t = useTranslate()
  return (
    <span className="shut-note" title={t('home.notAvailableWhy')}>
      {t('home.notAvailable')}{' '}
      {isPro && (
        <span className="badge">
          <Icon name="key-round" />
          {t('home.pro')}
        </span>
      )}
    </span>
  )
}
