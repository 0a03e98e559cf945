import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isAppAddress, isSimulated } from './standalone.ts'
import { useInstalled } from './use-installed.ts'

type Mark = 'source=pwa' | 'simulateStandalone=on' | null

/** What an address says so that the page behind it is the app's from its first HTML on; null in a browser's tab. */
function useMark(): Mark {
  const isInstalled = useInstalled()
  const { search } = useLocation()
  // Walking drops what stands behind the `?`; how the frame was opened stays.
  const [opened] = useState(search)
  if (!isInstalled) return null
  return isSimulated(opened) ? 'simulateStandalone=on' : 'source=pwa'
}

export const useSimulated = () => useMark() === 'simulateStandalone=on'

/** Addresses of pages that are loaded anew, such that the app stays the app there. */
export function useAppHref(): (href: string) => string {
  const mark = useMark()
  return (href) => (mark ? marked(href, mark) : href)
}

/** After a walk the address of the page says so again: loaded anew, it is the app's page. */
export function useKeepAppAddress() {
  const mark = useMark()
  const { key } = useLocation()
  useEffect(() => {
    if (!mark || isAppAddress(location.search)) return
    history.replaceState(history.state, '', marked(location.pathname + location.search + location.hash, mark))
  }, [mark, key])
}

export function marked(href: string, mark: NonNullable<Mark>): string {
  const [path = '', ...hash] = href.split('#')
  return [`${path}${path.includes('?') ? '&' : '?'}${mark}`, ...hash].join('#')
}
