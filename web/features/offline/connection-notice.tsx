import { useEffect, useEffectEvent, useState } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { cardPages, sidePages } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { startReachChecks, recheckReach, isUnreachable } from '../../platform/connection/reach.ts'
import { useReconnect, useReach } from '../../platform/connection/use-reach.ts'
import { useSite } from '../../platform/use-site.ts'
import { hideEarlyConnectionNotice } from '../../platform/connection/watch-connection.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import styles from './connection-notice.css?page-style'
import { isFromCache, useRefetch } from './use-refetch.ts'
import { useSwipe } from './use-swipe.ts'

/**
 * Shown while offline, until it is dismissed or the connection is back. Rendered while online, because its files could not load
 * later. Without `startsChecks` it only listens.
 */
export default function ConnectionNotice({ startsChecks }: { startsChecks: boolean }) {
  const t = useTranslate()
  const showToast = useToast()
  const reach = useReach()
  const { productName } = useSite()
  const [isClosed, setClosed] = useState(false)
  const swipe = useSwipe(() => setClosed(true))
  const title = reach === 'no-internet' ? t('reach.noInternet') : reach === 'no-data' ? t('reach.noData') : ''
  const isVisible = title !== '' && !isClosed

  useEffect(hideEarlyConnectionNotice, [])
  useEffect(() => {
    if (startsChecks) startReachChecks()
  }, [startsChecks])
  // It is at the top of the page, which may be out of sight.
  const showIfScrolled = useEffectEvent((text: string) => {
    if (scrollY > 0) showToast(text, { kind: 'error', forMs: snackbarMs.error })
  })
  useEffect(() => {
    if (title !== '') showIfScrolled(title)
  }, [title])
  useRefetchWhenReached()
  useReconnect(() => {
    setClosed(false)
    showToast(t('reach.back'), { forMs: snackbarMs.error })
  })
  useStayOffline(() => {
    setClosed(false)
    showToast(t('reach.notNow'), { kind: 'error', forMs: snackbarMs.error })
  })

  function close() {
    setClosed(true)
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <>
      <PageStyle name="notice-connection" styles={styles} />
      <div className={isVisible ? 'connection visible' : 'connection'} {...swipe}>
        {isVisible && <Icon name="wifi-off" />}
        <div role="status">
          {isVisible && (
            <>
              <b>{title}</b>
              <p>{t('reach.limited', { product: productName })}</p>
            </>
          )}
        </div>
        {isVisible && (
          <button className="center" type="button" aria-label={t('close')} onClick={close}>
            <Icon name="x" />
          </button>
        )}
      </div>
    </>
  )
}

/** Refetches a page that may have come from the cache, once the server answers. */
function useRefetchWhenReached() {
  const refetch = useRefetch()
  const refetchIfOffline = useEffectEvent(() => {
    if (opensOffline(location.pathname, Boolean(navigator.serviceWorker?.controller))) void refetch()
  })
  useEffect(() => {
    // If the server is down, the reconnect event does this later.
    if (isPageFromCache()) void recheckReach().then((reach) => reach === 'reached' && refetchIfOffline())
  }, [])
  useReconnect(() => refetchIfOffline())
}

const isPageFromCache = () =>
  performance.getEntriesByType('navigation').some((entry) => entry instanceof PerformanceNavigationTiming && isFromCache(entry))

/** While offline, links that would fail don't navigate: shows a notice, and follows the link if the server does answer. */
function useStayOffline(notify: () => void) {
  const recheck = useEffectEvent(async (link: HTMLAnchorElement) => {
    if ((await recheckReach()) === 'reached') link.click()
    else notify()
  })
  useEffect(() => {
    const handleClick = (event: MouseEvent) => {
      const link = isUnreachable() ? linkFollowedBy(event) : null
      if (!link || opensOffline(link.pathname, Boolean(navigator.serviceWorker?.controller))) return
      event.preventDefault()
      event.stopPropagation()
      void recheck(link)
    }
    document.addEventListener('click', handleClick, { capture: true })
    return () => document.removeEventListener('click', handleClick, { capture: true })
  }, [])
}

const offlinePages: ReadonlySet<string> = new Set([...Object.values(cardPages).map(({ segment }) => segment), sidePages.install])

/** Whether a page opens offline: a card page with an active worker. */
export function opensOffline(pathname: string, hasWorker: boolean): boolean {
  const [, , ...rest] = pathname.replace(/\/$/, '').split('/')
  const [segment = '', ...more] = rest[0] === 'v' ? rest.slice(2) : rest
  return hasWorker && more.length === 0 && offlinePages.has(segment)
}

/** A plain click on a link to another page of this site. */
function linkFollowedBy(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!link?.href || !isPlain || event.defaultPrevented) return null
  const isElsewhere = link.origin !== location.origin || (link.target !== '' && link.target !== '_self')
  // Links within the page mostly show data that is already loaded, such as an opened contact.
  const isHere = link.pathname === location.pathname
  return isElsewhere || isHere ? null : link
}
