import { useEffect, useRef } from 'react'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import type { ConnectCard } from './connect-card.ts'

/** Nothing went out, and nothing is lost. */
export function KeptNote({ card, error }: { card: ConnectCard; error: string | null }) {
  const say = useLaterSay()
  const said = useRef<HTMLHeadingElement>(null)
  useEffect(() => said.current?.focus({ preventScroll: true }), [])
  return (
    <div className="connect-kept">
      <span>
        <Icon name="smartphone" />
      </span>
      <h2 ref={said} tabIndex={-1}>
        {say('capture.keptTitle')}
      </h2>
      <p className="connect-error" role="alert">
        {error}
      </p>
      <p role="status">{say('capture.kept', { name: card.name, team: card.isTeam })}</p>
    </div>
  )
}
