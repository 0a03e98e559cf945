import { pathTo } from '#common/path-to.ts'
import { beginningOf } from '#contract/text/beginning-of.ts'
import { eventParameters, type EventName } from '#contract/events.ts'
import { spellPath } from '#contract/product.ts'

type Happened = { name: string; params: Record<string, string> }

const gatherMs = 2000
const atOnceMax = 25
const waitingMax = 100

/** What happens on a card, told to the server in batches; nothing of who looks at it. A page that closes tells the rest first. */
export function createVisits({ alias, slug }: { alias: string; slug: string }) {
  let waiting: Happened[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell() {
    clearTimeout(timer)
    timer = undefined
    const events = waiting.slice(0, atOnceMax)
    if (events.length === 0) return
    waiting = waiting.slice(atOnceMax)
    const body = new Blob([JSON.stringify({ alias, events })], { type: 'application/json' })
    const address = spellPath(pathTo('visits.track'), slug)
    // Sent behind a page that is already gone; where that is refused, while it is still there.
    if (!navigator.sendBeacon(address, body)) void fetch(address, { method: 'POST', body, keepalive: true }).catch(() => {})
    if (waiting.length > 0) tell()
  }
  const tellWhenHidden = () => {
    if (document.visibilityState === 'hidden') tell()
  }

  document.addEventListener('visibilitychange', tellWhenHidden)
  addEventListener('pagehide', tell)

  return {
    report(name: EventName, value: string) {
      if (waiting.length >= waitingMax) return
      const parameter = spellPath(eventParameters[name], slug)
      waiting.push({ name: spellPath(name, slug), params: { [parameter]: beginningOf(value, 100) } })
      timer ??= setTimeout(tell, gatherMs)
    },
    stop() {
      document.removeEventListener('visibilitychange', tellWhenHidden)
      removeEventListener('pagehide', tell)
      tell()
    },
  }
}

export type Visits = ReturnType<typeof createVisits>
