import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { CardPage } from '#contract/pages.ts'
import type { ConnectCard } from '../../../features/capture/connect-card.ts'
import ConnectPrompt from '../../../features/capture/connect-prompt.tsx'
import { InstalledMark } from '../../../features/install/installed-mark.tsx'
import { KeepCardInstalled } from '../../../features/offline/keep-card-installed.tsx'
import { MenuConnection } from '../../../features/offline/menu-connection.tsx'
import ConnectionNotice from '../../../features/offline/notice.tsx'
import { SessionWatch } from '../../../features/sign-in/session-watch.tsx'
import { InstallPrompt } from '../../../features/prompts/install-prompt.tsx'
import { useInstalled } from '../../../platform/app/use-installed.ts'
import type { Owner } from '../../owner/open-owner.ts'
import { pageMeta } from './page-meta.ts'
import { useAwakeWithQr } from './use-awake-with-qr.ts'
import { useReadyToFail } from './use-ready-to-fail.ts'

const Silence = (): ReactNode => null
/** Told to the card's owner alone, and only where it can be fetched. */
const PlanNotices = lazy(() => import('../../owner/plan-notices.tsx').catch(() => ({ default: Silence })))
const InstallSheet = lazy(() => import('../../../features/install/install-sheet.tsx'))

type Props = { card: ConnectCard; cardKey: string; page: CardPage | null; owner: Owner | null }

/** What a card does when it has been on screen for a while. Its own owner is asked nothing. */
export default function CardLater({ card, cardKey, page, owner }: Props) {
  const isOwn = owner !== null
  const isInstalled = useInstalled()
  // The app's menu has a place for it; a visitor's gets it here, where it costs nobody's first touch.
  const [menu] = useState(() => document.querySelector('#menu .menu-list'))
  useEffect(shutLeftSheets, [])
  useAwakeWithQr()
  useReadyToFail()
  const [before, setBefore] = useState<'skipped' | 'closed' | null>(null)
  return (
    <>
      {!isOwn && <ConnectPrompt card={card} settled={setBefore} />}
      <InstalledMark alias={card.alias} />
      <InstallPrompt
        key={card.alias}
        alias={card.alias}
        isOwn={isOwn}
        before={isOwn ? 'skipped' : before}
        sheet={(parts) => <InstallSheet card={card} {...parts} />}
      />
      <KeepCardInstalled alias={card.alias} />
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
      <ConnectionNotice looks={isInstalled} />
      {menu && !isInstalled && createPortal(<MenuConnection />, menu)}
    </>
  )
}

/** Closes a sheet when keyboard focus leaves it: the page behind is covered, so the focus there would not be visible. */
function shutLeftSheets(): () => void {
  const hear = ({ target }: FocusEvent) => {
    // A press with a pointer shuts it by itself, and on its own button a second time would open it again.
    if (!(target instanceof Element) || !target.matches(':focus-visible') || target.closest('[popover],dialog')) return
    for (const sheet of document.querySelectorAll<HTMLElement>('.panel:popover-open')) sheet.hidePopover()
  }
  document.addEventListener('focusin', hear)
  return () => document.removeEventListener('focusin', hear)
}
