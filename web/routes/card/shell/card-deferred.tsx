import { lazy, Suspense, useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { CardPage } from '#contract/pages.ts'
import type { ConnectCard } from '../../../features/capture/connect-card.ts'
import ConnectPrompt from '../../../features/capture/connect-prompt.tsx'
import { RecordInstalled } from '../../../features/install/record-installed.tsx'
import { CacheOnInstall } from '../../../features/offline/cache-on-install.tsx'
import ConnectionNotice from '../../../features/offline/connection-notice.tsx'
import { MenuConnection } from '../../../features/offline/menu-connection.tsx'
import { NewVersionCheck } from '../../../features/releases/new-version-check.tsx'
import { SessionWatch } from '../../../features/sign-in/session-watch.tsx'
import { InstallPrompt } from '../../../features/prompts/install-prompt.tsx'
import { useInstalled } from '../../../platform/app/use-installed.ts'
import { useQrWakeLock } from '../../../platform/device/use-qr-wake-lock.ts'
import type { Owner } from '../../../loaders/owner-of.ts'
import { pageMeta } from '../../../loaders/page-meta.ts'
import { usePreloadFailedPage } from '../../shell/use-preload-failed-page.ts'

const Empty = (): ReactNode => null
/** For the card's owner only; nothing if it fails to load. */
const PlanNotices = lazy(() => import('../../shell/plan-notices.tsx').catch(() => ({ default: Empty })))
const InstallSheet = lazy(() => import('../../../features/install/install-sheet.tsx'))

type Props = { card: ConnectCard; cardKey: string; page: CardPage | null; owner: Owner | null }

/** What a card does after a delay: prompts, notices, session checks. The owner gets no prompts. */
export default function CardDeferred({ card, cardKey, page, owner }: Props) {
  const isOwn = owner !== null
  const isInstalled = useInstalled()
  // The app's menu contains it; in a visitor's menu a portal inserts it later, off the critical path.
  const [menu] = useState(() => document.querySelector('#menu .menu-list'))
  useQrWakeLock()
  usePreloadFailedPage()
  const [before, setBefore] = useState<'skipped' | 'closed' | null>(null)
  return (
    <>
      {!isOwn && <ConnectPrompt card={card} onEnd={setBefore} />}
      <RecordInstalled alias={card.alias} />
      <InstallPrompt
        key={card.alias}
        alias={card.alias}
        isOwn={isOwn}
        before={isOwn ? 'skipped' : before}
        sheet={(handlers) => <InstallSheet card={card} {...handlers} />}
      />
      <CacheOnInstall alias={card.alias} />
      <SessionWatch
        alias={card.alias}
        cardKey={cardKey}
        isOwn={isOwn}
        isGuarded={page !== null && pageMeta[page].requiresAuth !== 'never'}
      />
      {owner && (
        <Suspense>
          <PlanNotices owner={owner} price="" place="panel" />
        </Suspense>
      )}
      <AboveCard>
        <ConnectionNotice startsChecks={isInstalled} />
        {isInstalled && <NewVersionCheck />}
      </AboveCard>
      {menu && !isInstalled && createPortal(<MenuConnection />, menu)}
    </>
  )
}

/** Before the card in the document, as on the screen: the keyboard reaches the notices first. */
function AboveCard({ children }: { children: ReactNode }) {
  const [place] = useState(() => document.createElement('div'))
  useLayoutEffect(() => {
    document.body.prepend(place)
    return () => place.remove()
  }, [place])
  return createPortal(children, place)
}
