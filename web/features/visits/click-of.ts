import type { EventName } from '#contract/events.ts'

/** What a click on a link is counted as; null where it is not counted. */
export function clickOf(target: EventTarget | null): { name: EventName; value: string } | null {
  const link = target instanceof Element ? target.closest('a[href]') : null
  if (!link) return null
  const named = link.getAttribute('data-click')
  if (named) return { name: 'homepage_click', value: named }
  // The ways in the share sheet pass a card on; they reach nobody.
  if (link.closest('#share')) return null
  const way = ways[link.getAttribute('href')?.split(':')[0] ?? '']
  return way ? { name: 'homepage_click', value: way } : null
}

const ways: Readonly<Record<string, string | undefined>> = { tel: 'Call Me', sms: 'Text Me', mailto: 'Email Me' }
