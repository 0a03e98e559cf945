import type { EventName } from '#contract/events.ts'
import { createVisits, type Visits } from '../../platform/visits/visits.ts'

type EarlyVisit = { visits: Visits; page: string; taken(): void }

let early: EarlyVisit | null = null

/** Counts views of a card and clicks on it. */
export function countVisit(card: { alias: string; slug: string }): Visits {
  const visits = createVisits(card)
  visits.report('open_{product}', platform())
  const count = ({ target }: MouseEvent) => {
    const click = clickOf(target)
    if (click) visits.report(click.name, click.value)
  }
  document.addEventListener('click', count, { capture: true })
  return {
    ...visits,
    stop() {
      document.removeEventListener('click', count, { capture: true })
      visits.stop()
    },
  }
}

/** Counts before the app has started. The share sheet opens without the app and is counted afterwards. */
export function countEarly({ page, ...card }: { alias: string; slug: string; page: string }) {
  const visits = countVisit(card)
  visits.report('page_view', page)
  const opened = (event: Event) => {
    const isShare = event.target instanceof Element && event.target.id === 'share'
    if (isShare && Reflect.get(event, 'newState') === 'open') visits.report('homepage_click', 'Share')
  }
  document.addEventListener('beforetoggle', opened, { capture: true })
  early = { visits, page, taken: () => document.removeEventListener('beforetoggle', opened, { capture: true }) }
}

/** The visit started before the app ran, once: the app continues it. */
export function takeEarly(): EarlyVisit | null {
  const taken = early
  early = null
  taken?.taken()
  return taken
}

function platform(): string {
  if (matchMedia('(display-mode: standalone)').matches) return 'Installed'
  return isWide() ? 'Desktop' : 'Mobile'
}

export const isWide = () => matchMedia('(min-width: 1024px)').matches

/** The event name of a click on a link; null if it isn't counted. */
function clickOf(target: EventTarget | null): { name: EventName; value: string } | null {
  const link = target instanceof Element ? target.closest('a[href]') : null
  if (!link) return null
  const named = link.getAttribute('data-click')
  if (named) return { name: 'homepage_click', value: named }
  // The share sheet’s links pass the card on; they do not contact the owner.
  if (link.closest('#share')) return null
  const way = ways[link.getAttribute('href')?.split(':')[0] ?? '']
  return way ? { name: 'homepage_click', value: way } : null
}

const ways: Readonly<Record<string, string | undefined>> = { tel: 'Call Me', sms: 'Text Me', mailto: 'Email Me' }
