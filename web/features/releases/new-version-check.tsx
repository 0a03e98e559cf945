import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { checkAfterMs } from '#contract/cards/release-view.ts'
import type { VersionInfo } from '#contract/cards/releases.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from './new-version.css?page-style'
import { useVersionCheck } from './version-check-store.ts'
import { UpdateButton } from './update-button.tsx'
import { useUpdate } from './use-update.ts'
import { readMemory, remember } from './version-memory.ts'
import { noticePlace } from './notice-place.ts'

/** Checks for a newer version once the page has settled, and shows a panel for a major one until it is dismissed. */
export function NewVersionCheck() {
  const { version } = useSite()
  const { search } = useLocation()
  const { result, checkVersion } = useVersionCheck()
  const [dismissed, setDismissed] = useState<string | null>(null)
  const isPreview = new URLSearchParams(search).get('preview') === 'on'

  const checkOnce = useEffectEvent(() => {
    setDismissed(readMemory().dismissed)
    if (result.kind === 'idle') void checkVersion()
  })
  useEffect(() => {
    if (isPreview) return
    const timer = setTimeout(() => checkOnce(), checkAfterMs.newVersion)
    return () => clearTimeout(timer)
  }, [isPreview])

  const found = result.kind === 'found' ? result.info : null
  // Nothing is shown until the dismissed version has been read.
  const isVisible = found !== null && dismissed !== null && dismissed !== found.version
  const isMajor = result.kind === 'found' && noticePlace({ running: version, found: result.info, now: result.now }) === 'panel'

  function close() {
    if (!found) return
    remember({ dismissed: found.version })
    setDismissed(found.version)
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  return <NewVersionPanel info={isVisible && isMajor ? found : null} close={close} />
}

/** A panel with the new version, its changes and the update button. Rendered empty first, so that screen readers announce it. */
function NewVersionPanel({ info, close }: { info: VersionInfo | null; close: () => void }) {
  const t = useTranslate()
  const update = useUpdate(info?.version ?? '')
  return (
    <>
      <PageStyle name="new-version" styles={styles} />
      <div className={info ? 'new-version visible' : 'new-version'}>
        {info && <Icon name="sparkles" />}
        <div role="status">
          {info && (
            <>
              <b>{t('settings.newer', { version: info.version })}</b>
              <p dir="auto">{update.message || info.updates.join(' ')}</p>
            </>
          )}
        </div>
        {info && (
          <>
            <UpdateButton work={update} />
            <button className="new-version-close center" type="button" aria-label={t('close')} onClick={close}>
              <Icon name="x" />
            </button>
          </>
        )}
      </div>
    </>
  )
}
