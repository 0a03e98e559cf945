import { useEffect, useEffectEvent } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useAppUpdate } from '../../platform/app/app-update.ts'
import { useServerReached } from '../../platform/connection/use-reach.ts'
import { useVersionCheck } from './version-check-store.ts'
import { UpdateButton } from './update-button.tsx'
import { useUpdate } from './use-update.ts'
import { readMemory, remember } from './version-memory.ts'

type Props = {
  /** Checks when the page opens, unless this start has already found nothing newer. */
  isFlagged: boolean
  /** Called once for each newer version. */
  onFound: () => void
}

/** A row of the settings: checks for a newer version and applies it. Without a script the button reloads the page, which does the same. */
export function UpdatesRow({ isFlagged, onFound }: Props) {
  const t = useTranslate()
  const isReached = useServerReached()
  const { result, checkVersion } = useVersionCheck()
  const { state, check } = useAppUpdate()
  const info = result.kind === 'found' ? result.info : null
  const work = useUpdate(info?.version ?? '')
  const isChecking = result.kind === 'checking'
  const isReady = state === 'waiting' || state === 'applying'

  const checkIfRequested = useEffectEvent(() => {
    if (isFlagged && (result.kind === 'idle' || result.kind === 'failed')) void checkVersion()
  })
  useEffect(() => checkIfRequested(), [isFlagged])

  const version = info?.version
  const startOnce = useEffectEvent(() => {
    if (!version || !isFlagged || readMemory().startedFor === version) return
    remember({ startedFor: version })
    onFound()
  })
  useEffect(() => startOnce(), [version, isFlagged])

  function submit() {
    if (isChecking || !isReached) return
    // Without a service worker only the version is checked.
    void Promise.all([checkVersion(), check().catch(() => false)])
  }

  const answer = info
    ? t('settings.newer', { version: info.version })
    : isReady
      ? t('releases.ready')
      : result.kind === 'newest'
        ? t('settings.newest')
        : result.kind === 'failed'
          ? t('settings.unknown')
          : ''
  return (
    <li className="updates">
      <span className="main">
        {t('settings.updates')}
        <small role="status">{work.message || answer}</small>
        {info && info.updates.length > 0 && (
          <ul dir="auto">
            {info.updates.map((update) => (
              <li key={update}>{update}</li>
            ))}
          </ul>
        )}
      </span>
      {info || isReady ? (
        <UpdateButton work={work} />
      ) : (
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <button
            className="btn quiet"
            type="submit"
            aria-busy={isChecking || undefined}
            aria-disabled={isChecking || !isReached || undefined}
          >
            {t('settings.check')}
          </button>
        </form>
      )}
    </li>
  )
}
