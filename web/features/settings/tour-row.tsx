import { useState } from 'react'
import { cardHref } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useCardState } from '../../platform/device/use-card-state.ts'
import { PageLink } from '../../ui/page-link.tsx'

/** The guided tour once more: it begins on the card's home. */
export function TourRow({ alias }: { alias: string }) {
  const t = useTranslate()
  const [state, change] = useCardState(alias)
  const [isPressed, setPressed] = useState(false)
  const isDue = isPressed && state?.tourDone === false
  return (
    <li>
      <span className="main">
        {t('settings.tour')}
        <small role="status">{t(isDue ? 'settings.tourDue' : 'settings.tourMore')}</small>
      </span>
      {isDue ? (
        <PageLink className="btn quiet" href={cardHref({ alias }, 'home')}>
          {t('settings.toHome')}
        </PageLink>
      ) : (
        <button
          className="btn quiet"
          type="button"
          onClick={() => {
            change({ tourDone: false })
            setPressed(true)
          }}
        >
          {t('settings.tourAgain')}
        </button>
      )}
    </li>
  )
}
