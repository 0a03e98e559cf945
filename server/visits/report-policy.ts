import { freeAnalyticsDays } from '#contract/constants.ts'
import type { eventParameters } from '#contract/events.ts'
import { spellPath } from '#contract/product.ts'

export type Days = { from: string; to: string }

const dayMs = 86_400_000
/** Which event a parameter is counted by. page_name is told by others too: views are what is meant. */
const countedBy = {
  platform_used: 'open_{product}',
  page_name: 'page_view',
  homepage_click: 'homepage_click',
  'share_{product}_location': 'share_{product}_location',
} as const satisfies Record<string, keyof typeof eventParameters>

/** The event and its parameter that a dimension asks for, or null for one that is not on the list. */
export function counted(dimension: string, slug: string): { name: string; dimension: string } | null {
  for (const [parameter, event] of Object.entries(countedBy)) {
    if (dimension === `customEvent:${spellPath(parameter, slug)}`)
      return { name: spellPath(event, slug), dimension: spellPath(parameter, slug) }
  }
  return null
}

/** A day as Google words it: a date, or so many days before today. Days begin and end in UTC. */
export function dayOf(worded: string, now: Date): string | null {
  const ago = worded === 'today' ? 0 : worded === 'yesterday' ? 1 : /^(\d{1,3})daysAgo$/.exec(worded)?.[1]
  if (ago !== undefined) return iso(now.getTime() - Number(ago) * dayMs)
  const date = new Date(`${worded}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || iso(date.getTime()) !== worded ? null : worded
}

/**
 * What of a range the plan opens: without PRO the seven days up to today and the seven before them, which they are
 * compared with. Null where nothing of it is open.
 */
export function openDays({ from, to }: Days, isActive: boolean, now: Date): Days | null {
  if (isActive) return { from, to }
  const first = iso(now.getTime() - (2 * freeAnalyticsDays - 1) * dayMs)
  return to < first ? null : { from: from < first ? first : from, to }
}

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10)
