import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { checkAfterMs } from '#contract/cards/release-view.ts'
import { useSite } from '../../platform/use-site.ts'
import { NewVersionPanel } from './new-version-panel.tsx'
import { useNews } from './news-store.ts'
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
