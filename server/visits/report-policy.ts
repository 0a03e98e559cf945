import { freeAnalyticsDays } from '#contract/constants.ts'
import type { eventParameters } from '#contract/events.ts'
import { spellPath } from '#contract/product.ts'
import { addDays } from '#server/common/calendar.ts'

export type Days = { from: string; to: string }

/** The event that a parameter is counted by. Several events have `page_name`; reports count page views. */
const countedBy = {
  platform_used: 'open_{product}',
  page_name: 'page_view',
  homepage_click: 'homepage_click',
  'share_{product}_location': 'share_{product}_location',
} as const satisfies Record<string, keyof typeof eventParameters>

/** The event and parameter of a dimension, by the name of either; null for an unknown one. */
export function countedEvent(dimension: string, slug: string): { name: string; dimension: string } | null {
  for (const [parameter, event] of Object.entries(countedBy)) {
    const isMatch = dimension === `customEvent:${spellPath(parameter, slug)}` || dimension === `customEvent:${spellPath(event, slug)}`
    if (isMatch) return { name: spellPath(event, slug), dimension: spellPath(parameter, slug) }
  }
  return null
}

/** Free plans include the number of views; clicks, pages and shares are PRO features. */
export const isFree = ({ name }: { name: string }, slug: string) => name === spellPath('open_{product}', slug)

/** A day in Google's notation: a date, `today`, `yesterday` or `NdaysAgo`. */
export function dayOf(text: string, today: string): string | null {
  const ago = text === 'today' ? 0 : text === 'yesterday' ? 1 : /^(\d{1,3})daysAgo$/.exec(text)?.[1]
  if (ago !== undefined) return addDays(today, -Number(ago))
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || addDays(text, 0) !== text ? null : text
}

/**
 * The part of a range that the plan includes: without PRO the last seven days and the seven before, for comparison. Null if the plan
 * includes none of it.
 */
export function includedDays({ from, to }: Days, isActive: boolean, today: string): Days | null {
  if (isActive) return { from, to }
  const first = addDays(today, 1 - 2 * freeAnalyticsDays)
  return to < first ? null : { from: from < first ? first : from, to }
}
