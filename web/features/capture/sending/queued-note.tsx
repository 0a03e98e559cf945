import { useEffect, useRef, useState } from 'react'
import { desktopFromPx } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { readCardState } from '../../../platform/device/device-state.ts'
import { useCardState } from '../../../platform/device/use-card-state.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import type { ConnectCard } from '../connect-card.ts'

/** Says that the entry is stored on the device, and later that it was sent. */
export function QueuedNote({ card, error }: { card: ConnectCard; error: string | null }) {
  const t = useTranslate()
  const isDesktop = useMedia(`(min-width: ${desktopFromPx}px)`)
  const [since] = useState(() => readCardState(card.alias).connectedOn)
  const [state] = useCardState(card.alias)
  const isSent = state !== null && state.connectedOn !== since
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="connect-queued">
      <span>
        <Icon name={isSent ? 'check' : isDesktop ? 'monitor' : 'smartphone'} />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {t(isSent ? 'capture.connected' : 'capture.offlineTitle')}
      </h2>
      <p className="connect-error" role="alert">
        {!isSent && error}
      </p>
      <p role="status">
        {t(isSent ? 'capture.queuedSent' : isDesktop ? 'capture.queuedDesktop' : 'capture.queued', { name: card.name, team: card.isTeam })}
      </p>
    </div>
  )
}
