import { pathTo } from '#common/path-to.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import { eventParameters, type EventName } from '#contract/events.ts'
import { spellPath } from '#contract/product.ts'

type VisitEvent = { name: string; params: Record<string, string> }

const batchDelayMs = 2000
const batchMax = 25
const queueMax = 100

/** Sends a card's events to the server in batches, without anything about the visitor. A closing page sends the rest first. */
export function createVisits({ alias, slug }: { alias: string; slug: string }) {
  let queue: VisitEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function send() {
    clearTimeout(timer)
    timer = undefined
    const events = queue.slice(0, batchMax)
    if (events.length === 0) return
    queue = queue.slice(batchMax)
    const body = new Blob([JSON.stringify({ alias, events })], { type: 'application/json' })
    const address = spellPath(pathTo('visits.track'), slug)
    // A beacon outlives the page; if the browser rejects it, use `fetch`.
    if (!navigator.sendBeacon(address, body)) void fetch(address, { method: 'POST', body, keepalive: true }).catch(() => {})
    if (queue.length > 0) send()
  }
  const sendWhenHidden = () => {
    if (document.visibilityState === 'hidden') send()
  }

  document.addEventListener('visibilitychange', sendWhenHidden)
  addEventListener('pagehide', send)

  return {
    report(name: EventName, value: string) {
      if (queue.length >= queueMax) return
      const parameter = spellPath(eventParameters[name], slug)
      queue.push({ name: spellPath(name, slug), params: { [parameter]: beginningOf(value, 100) } })
      timer ??= setTimeout(send, batchDelayMs)
    },
    stop() {
      document.removeEventListener('visibilitychange', sendWhenHidden)
      removeEventListener('pagehide', send)
      send()
    },
  }
}

export type Visits = ReturnType<typeof createVisits>
