import { useEffect, useRef } from 'react'
import { desktopFromPx } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { useMedia } from '../../../ui/use-media.ts'

/** Says that the entry is stored on the device until it can be sent. */
export function QueuedNote({ error }: { error: string | null }) {
  const t = useTranslate()
  const isDesktop = useMedia(`(min-width: ${desktopFromPx}px)`)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // The button was at the end of a long form, the notice of the connection is at the top of the page.
    if (!heading.current?.closest('dialog')) scrollTo({ top: 0 })
  }, [])
  return (
    <div className="connect-queued">
      <span className="center">
        <Icon name={isDesktop ? 'monitor' : 'smartphone'} />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {t('capture.offlineTitle')}
      </h2>
      <p className="connect-error" role="alert">
        {error}
      </p>
      <p role="status">{t(isDesktop ? 'capture.queuedDesktop' : 'capture.queued')}</p>
    </div>
  )
}
