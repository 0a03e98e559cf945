import type { ConnectCard } from '../../features/capture/connect-card.ts'
import ConnectPrompt from '../../features/capture/connect-prompt.tsx'
import { SessionWatch } from '../../features/login/session-watch.tsx'

/** What a card does when it has been on screen for a while. Its own owner is asked nothing. */
export default function CardLater({ card, cardKey, isOwn }: { card: ConnectCard; cardKey: string; isOwn: boolean }) {
  return (
    <>
      {!isOwn && <ConnectPrompt card={card} />}
      <SessionWatch alias={card.alias} cardKey={cardKey} />
    </>
  )
}
