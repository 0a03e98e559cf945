import { useEffect, useRef } from 'react'
import { desktopFromPx } from '#contract/constants.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { useMedia } from '../../ui/use-media.ts'
import type { ConnectCard } from './connect-card.ts'

/** Nothing went out, and nothing is lost. */
export function KeptNote({ card, error }: { card: ConnectCard; error: string | null }) {
  const say = useLaterSay()
  const isDesktop = useMedia(`(min-width: ${desktopFromPx}px)`)
  const said = useRef<HTMLHeadingElement>(null)
  useEffect(() => said.current?.focus({ preventScroll: true }), [])
  return (
    <div className="connect-kept">
      <span>
        <Icon name={isDesktop ? 'monitor' : 'smartphone'} />
      </span>
      <h2 ref={said} tabIndex={-1}>
        {say('capture.keptTitle')}
      </h2>
      <p className="connect-error" role="alert">
        {error}
      </p>
      <p role="status">{say(isDesktop ? 'capture.keptDesktop' : 'capture.kept', { name: card.name, team: card.isTeam })}</p>
    </div>
  )
}
