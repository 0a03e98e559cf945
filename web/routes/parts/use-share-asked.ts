import { useEffect } from 'react'

const asking = '#share'

/** The app's ways in ask for the share sheet by the address: each time it says so, and until the sheet is shut. */
export function useShareAsked(isHeard: boolean) {
  useEffect(() => {
    const sheet = document.querySelector<HTMLElement>(asking)
    if (!sheet || !isHeard) return
    const ask = () => {
      if (location.hash === asking && !sheet.matches(':popover-open')) sheet.showPopover()
    }
    const forget = ({ newState }: ToggleEvent) => {
      if (newState === 'closed' && location.hash === asking) history.replaceState(history.state, '', location.pathname + location.search)
    }
    addEventListener('hashchange', ask)
    sheet.addEventListener('toggle', forget)
    return () => {
      removeEventListener('hashchange', ask)
      sheet.removeEventListener('toggle', forget)
    }
  }, [isHeard])
}
