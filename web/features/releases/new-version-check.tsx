import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { checkAfterMs } from '#contract/cards/release-view.ts'
import type { VersionInfo } from '#contract/cards/releases.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './new-version.css?inline'
import href from './new-version.css?url'
import { useNews } from './news-store.ts'
import { UpdateButton } from './update-button.tsx'
import { useUpdate } from './use-update.ts'
import { readMemory, remember } from './version-memory.ts'
import { whereToSay } from './where-to-say.ts'

/** Looks for a newer version once the page has settled, and tells of a great one until it is shut. */
export function NewVersionCheck() {
  const { version } = useSite()
  const { search } = useLocation()
  const { news, ask } = useNews()
  const [shut, setShut] = useState<string | null>(null)
  const isPreview = new URLSearchParams(search).get('preview') === 'on'

  const look = useEffectEvent(() => {
    setShut(readMemory().shut)
    if (news.kind === 'unasked') void ask()
  })
  useEffect(() => {
    if (isPreview) return
    const timer = setTimeout(() => look(), checkAfterMs.newVersion)
    return () => clearTimeout(timer)
  }, [isPreview])

  const found = news.kind === 'found' ? news.info : null
  // Until it is known what was shut, nothing is told.
  const isTold = found !== null && shut !== null && shut !== found.version
  const isGreat = news.kind === 'found' && whereToSay({ running: version, found: news.info, now: news.now }) === 'panel'

  function close() {
    if (!found) return
    remember({ shut: found.version })
    setShut(found.version)
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  return <NewVersionPanel info={isTold && isGreat ? found : null} close={close} />
}

/** Above the page: which version there is, what it brings, and the way to it. Drawn empty before, so that readers hear of it. */
function NewVersionPanel({ info, close }: { info: VersionInfo | null; close: () => void }) {
  const t = useTranslate()
  const work = useUpdate(info?.version ?? '')
  return (
    <>
      <PageStyle name="new-version" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <div className={info ? 'new-version shown' : 'new-version'}>
        {info && <Icon name="sparkles" />}
        <div role="status">
          {info && (
            <>
              <b>{t('settings.newer', { version: info.version })}</b>
              <p dir="auto">{work.said || info.updates.join(' ')}</p>
            </>
          )}
        </div>
        {info && (
          <>
            <UpdateButton work={work} />
            <button className="new-version-close" type="button" aria-label={t('close')} onClick={close}>
              <Icon name="x" />
            </button>
          </>
        )}
      </div>
    </>
  )
}
