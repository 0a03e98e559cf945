import { Link } from 'react-router'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { ConnectCard } from './connect-card.ts'

/** The owner takes no contacts; there are other ways. */
export function ClosedNote({ card, contactHref }: { card: ConnectCard; contactHref: string }) {
  const t = useTranslate()
  return (
    <>
      <p>{t('capture.closedMore')}</p>
      <Link className="btn large solid" to={contactHref}>
        {t('capture.toContact', { name: card.name })}
      </Link>
    </>
  )
}
