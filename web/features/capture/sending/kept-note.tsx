import { useEffect, useRef, useState } from 'react'
import { desktopFromPx } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { readCardState } from '../../../platform/device/device-state.ts'
import { useCardState } from '../../../platform/device/use-card-state.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import type { ConnectCard } from '../connect-card.ts'

/** Nothing went out, and nothing is lost; and once it went out, that. */
export function KeptNote({ card, error }: { card: ConnectCard; error: string | null }) {
  const t = useTranslate()
  const isDesktop = useMedia(`(min-width: ${desktopFromPx}px)`)
  const [since] = useState(() => readCardState(card.alias).connectedOn)
  const [state] = useCardState(card.alias)
  const isSent = state !== null && state.connectedOn !== since
  const said = useRef<HTMLHeadingElement>(null)
  useEffect(() => said.current?.focus({ preventScroll: true }), [])
  return (
    <div className="connect-kept">
      <span>
        <Icon name={isSent ? 'check' : isDesktop ? 'monitor' : 'smartphone'} />
      </span>
      <h2 ref={said} tabIndex={-1}>
        {t(isSent ? 'capture.connected' : 'capture.keptTitle')}
      </h2>
      <p className="connect-error" role="alert">
        {!isSent && error}
      </p>
      <p role="status">
        {t(isSent ? 'capture.keptSent' : isDesktop ? 'capture.keptDesktop' : 'capture.kept', { name: card.name, team: card.isTeam })}
      </p>
    </div>
  )
}
