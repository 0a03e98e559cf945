import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isAppAddress, isSimulated } from './standalone.ts'
import { useInstalled } from './use-installed.ts'

type Mark = 'source=pwa' | 'simulateStandalone=on' | null

/** The query that makes the server render a page as the app's; null in a browser tab. */
function useMark(): Mark {
  const isInstalled = useInstalled()
  const { search } = useLocation()
  // Navigation drops the query; how the app was opened stays.
  const [opened] = useState(search)
  if (!isInstalled) return null
  return isSimulated(opened) ? 'simulateStandalone=on' : 'source=pwa'
}

export const useSimulated = () => useMark() === 'simulateStandalone=on'

/** Marks addresses that load a full page, so that the app stays the app. */
export function useAppHref(): (href: string) => string {
  const mark = useMark()
  return (href) => (mark ? withMark(href, mark) : href)
}

/** Restores the mark in the address after each navigation: a reload then renders the app's page. */
export function useKeepAppAddress() {
  const mark = useMark()
  const { key } = useLocation()
  useEffect(() => {
    if (!mark || isAppAddress(location.search)) return
    history.replaceState(history.state, '', withMark(location.pathname + location.search + location.hash, mark))
  }, [mark, key])
}

export function withMark(href: string, mark: NonNullable<Mark>): string {
  const [path = '', ...hash] = href.split('#')
  return [`${path}${path.includes('?') ? '&' : '?'}${mark}`, ...hash].join('#')
}
