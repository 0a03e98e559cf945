import { freeAnalyticsDays } from '#contract/constants.ts'
import type { eventParameters } from '#contract/events.ts'
import { spellPath } from '#contract/product.ts'
import { addDays } from '#server/calendar.ts'

export type Days = { from: string; to: string }

/** Which event a parameter is counted by. page_name is told by others too: views are what is meant. */
const countedBy = {
  platform_used: 'open_{product}',
  page_name: 'page_view',
  homepage_click: 'homepage_click',
  'share_{product}_location': 'share_{product}_location',
} as const satisfies Record<string, keyof typeof eventParameters>

/** The event and parameter of a dimension, by the name of either; null for an unknown one. */
export function counted(dimension: string, slug: string): { name: string; dimension: string } | null {
  for (const [parameter, event] of Object.entries(countedBy)) {
    const isAsked = dimension === `customEvent:${spellPath(parameter, slug)}` || dimension === `customEvent:${spellPath(event, slug)}`
    if (isAsked) return { name: spellPath(event, slug), dimension: spellPath(parameter, slug) }
  }
  return null
}

/** Analytics without PRO shows how often a card was opened; clicks, pages and shares are PRO's. */
export const isOpenWithoutPro = ({ name }: { name: string }, slug: string) => name === spellPath('open_{product}', slug)

/** A day as Google words it: a date, or so many days before today. */
export function dayOf(worded: string, today: string): string | null {
  const ago = worded === 'today' ? 0 : worded === 'yesterday' ? 1 : /^(\d{1,3})daysAgo$/.exec(worded)?.[1]
  if (ago !== undefined) return addDays(today, -Number(ago))
  const date = new Date(`${worded}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || addDays(worded, 0) !== worded ? null : worded
}

/**
 * What of a range the plan opens: without PRO the seven days up to today and the seven before them, which they are
 * compared with. Null where nothing of it is open.
 */
export function openDays({ from, to }: Days, isActive: boolean, today: string): Days | null {
  if (isActive) return { from, to }
  const first = addDays(today, 1 - 2 * freeAnalyticsDays)
  return to < first ? null : { from: from < first ? first : from, to }
}
