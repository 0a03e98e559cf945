import { useEffect, useEffectEvent, useState } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { cardPages, sidePages } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { beginReach, checkNow, isAway } from '../../platform/connection/reach.ts'
import { useBack, useReach } from '../../platform/connection/use-reach.ts'
import { useSite } from '../../platform/use-site.ts'
import { hideEarlyConnectionNotice } from '../../platform/connection/watch-connection.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import css from './notice.css?inline'
import href from './notice.css?url'
import { isMarkedKept, useAskAnew } from './use-ask-anew.ts'
import { useSwipeDown } from './use-swipe-down.ts'

/**
 * Says that there is no connection, until it is swiped away or the connection is back. It is drawn while there still is one: what it
 * needs could not be fetched later. Where `looks` is false it only hears what happens.
 */
export default function ConnectionNotice({ looks }: { looks: boolean }) {
  const t = useTranslate()
  const showToast = useToast()
  const reach = useReach()
  const { productName } = useSite()
  const [isShut, setShut] = useState(false)
  const swipe = useSwipeDown(() => setShut(true))
  const title = reach === 'no-internet' ? t('reach.noInternet') : reach === 'no-data' ? t('reach.noData') : ''
  const isShown = title !== '' && !isShut

  useEffect(hideEarlyConnectionNotice, [])
  useEffect(() => {
    if (looks) beginReach()
  }, [looks])
  useNewest()
  useBack(() => {
    setShut(false)
    showToast(t('reach.back'), { forMs: snackbarMs.error })
  })
  useStay(() => {
    setShut(false)
    showToast(t('reach.notNow'), { kind: 'error', forMs: snackbarMs.error })
  })

  function shut() {
    setShut(true)
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <>
      <PageStyle name="notice-connection" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <div className={isShown ? 'connection shown' : 'connection'} {...swipe}>
        {isShown && (
          <span className="connection-icon">
            <Icon name="wifi-off" />
          </span>
        )}
        <div role="status">
          {isShown && (
            <>
              <b>{title}</b>
              <p>{t('reach.limited', { product: productName })}</p>
            </>
          )}
        </div>
        {isShown && (
          <button type="button" aria-label={t('close')} onClick={shut}>
            <i />
            <Icon name="x" />
          </button>
        )}
      </div>
    </>
  )
}

/** A page that may be the one kept on this device, in the app or in a browser's tab, is asked for anew once the server answers. */
function useNewest() {
  const askAnew = useAskAnew()
  const ask = useEffectEvent(() => {
    if (opensOffline(location.pathname, Boolean(navigator.serviceWorker?.controller))) void askAnew()
  })
  useEffect(() => {
    // Not where the server turns out to be away: then its coming back is heard.
    if (isShownKept()) void checkNow().then((reach) => reach === 'reached' && ask())
  }, [])
  useBack(() => ask())
}

const isShownKept = () =>
  performance.getEntriesByType('navigation').some((entry) => entry instanceof PerformanceNavigationTiming && isMarkedKept(entry))

/** Without a connection nobody is led to where nothing opens: they stay, are told so, and go on if it turns out that it does. */
function useStay(tell: () => void) {
  const refuse = useEffectEvent(async (link: HTMLAnchorElement) => {
    if ((await checkNow()) === 'reached') link.click()
    else tell()
  })
  useEffect(() => {
    const hear = (event: MouseEvent) => {
      const link = isAway() ? leavesFor(event) : null
      if (!link || opensOffline(link.pathname, Boolean(navigator.serviceWorker?.controller))) return
      event.preventDefault()
      event.stopPropagation()
      void refuse(link)
    }
    document.addEventListener('click', hear, { capture: true })
    return () => document.removeEventListener('click', hear, { capture: true })
  }, [])
}

const kept: ReadonlySet<string> = new Set([...Object.values(cardPages).map(({ segment }) => segment), sidePages.install])

/** Whether a page opens without a connection: one of a card, where there is a worker that has it. */
export function opensOffline(pathname: string, hasWorker: boolean): boolean {
  const [, , ...rest] = pathname.replace(/\/$/, '').split('/')
  const [segment = '', ...more] = rest[0] === 'v' ? rest.slice(2) : rest
  return hasWorker && more.length === 0 && kept.has(segment)
}

/** A plain press on a link that leads to another page of ours. */
function leavesFor(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!link?.href || !isPlain || event.defaultPrevented) return null
  const isElsewhere = link.origin !== location.origin || (link.target !== '' && link.target !== '_self')
  // What a page shows under an address of its own it mostly has already, as an opened contact.
  const isHere = link.pathname === location.pathname
  return isElsewhere || isHere ? null : link
}
