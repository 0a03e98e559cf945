import { Link } from 'react-router'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import type { ConnectCard } from './connect-card.ts'

/** The owner takes no contacts; there are other ways. */
export function ClosedNote({ card, contactHref }: { card: ConnectCard; contactHref: string }) {
  const say = useLaterSay()
  return (
    <>
      <p>{say('capture.closedMore')}</p>
      <Link className="btn large solid" to={contactHref}>
        {say('capture.toContact', { name: card.name })}
      </Link>
    </>
  )
}
