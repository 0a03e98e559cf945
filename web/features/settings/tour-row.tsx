import { useState } from 'react'
import { cardHref } from '#contract/pages.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { useCardState } from '../../platform/device/use-card-state.ts'
import { PageLink } from '../../ui/page-link.tsx'

/** The guided tour once more: it begins on the card's home. */
export function TourRow({ alias }: { alias: string }) {
  const say = useLaterSay()
  const [state, change] = useCardState(alias)
  const [isPressed, setPressed] = useState(false)
  const isDue = isPressed && state?.tourDone === false
  return (
    <li>
      <span className="main">
        {say('settings.tour')}
        <small role="status">{say(isDue ? 'settings.tourDue' : 'settings.tourMore')}</small>
      </span>
      {isDue ? (
        <PageLink className="btn quiet" href={cardHref({ alias }, 'home')}>
          {say('settings.toHome')}
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
          {say('settings.tourAgain')}
        </button>
      )}
    </li>
  )
}
