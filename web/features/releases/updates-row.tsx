import { useEffect, useEffectEvent } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useAppUpdate } from '../../platform/app/app-update.ts'
import { useReached } from '../../platform/connection/use-reach.ts'
import { useNews } from './news-store.ts'
import { UpdateButton } from './update-button.tsx'
import { useUpdate } from './use-update.ts'
import { readMemory, remember } from './version-memory.ts'

type Props = {
  /** Opened, the page looks by itself: unless this start has found out that there is nothing newer. */
  isFlagged: boolean
  /** Once for each newer version. */
  found: () => void
}

/** A row of the settings: looks for a newer version, and brings it. Without a script its button loads the page anew, which is the same. */
export function UpdatesRow({ isFlagged, found }: Props) {
  const t = useTranslate()
  const isReached = useReached()
  const { news, ask } = useNews()
  const { state, check } = useAppUpdate()
  const info = news.kind === 'found' ? news.info : null
  const work = useUpdate(info?.version ?? '')
  const isAsking = news.kind === 'asking'
  const isReady = state === 'waiting' || state === 'applying'

  const look = useEffectEvent(() => {
    if (isFlagged && (news.kind === 'unasked' || news.kind === 'failed')) void ask()
  })
  useEffect(() => look(), [isFlagged])

  const version = info?.version
  const begin = useEffectEvent(() => {
    if (!version || !isFlagged || readMemory().begun === version) return
    remember({ begun: version })
    found()
  })
  useEffect(() => begin(), [version, isFlagged])

  function press() {
    if (isAsking || !isReached) return
    // Without a worker there is nothing but the version to ask for.
    void Promise.all([ask(), check().catch(() => false)])
  }

  const answer = info
    ? t('settings.newer', { version: info.version })
    : isReady
      ? t('releases.ready')
      : news.kind === 'newest'
        ? t('settings.newest')
        : news.kind === 'failed'
          ? t('settings.unknown')
          : ''
  return (
    <li className="updates">
      <span className="main">
        {t('settings.updates')}
        <small role="status">{work.said || answer}</small>
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
            press()
          }}
        >
          <button className="btn quiet" type="submit" aria-busy={isAsking || undefined} aria-disabled={isAsking || !isReached || undefined}>
            {t('settings.check')}
          </button>
        </form>
      )}
    </li>
  )
}
