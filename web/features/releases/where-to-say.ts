import { newVersionWindowDays } from '#contract/constants.ts'
import { stepBetween, type Step } from './step-between.ts'

type Asked = { running: string; found: { version: string; date: string }; now: number }

const always: ReadonlySet<Step> = new Set<Step>(['major', 'minor', 'premajor', 'preminor'])
const dayMs = 86_400_000

/**
 * Where a version is told of without being asked for: great steps open a panel by themselves, and any step is a line of the menu;
 * a small one for a week, after which only who looks for updates hears of it.
 */
export function whereToSay({ running, found, now }: Asked): 'panel' | 'menu' | null {
  const step = stepBetween(running, found.version)
  if (!step) return null
  if (always.has(step)) return 'panel'
  const since = now - Date.parse(found.date)
  // A date still to come, or none that can be read, says more about clocks than about the version.
  return since < (newVersionWindowDays + 1) * dayMs || Number.isNaN(since) ? 'menu' : null
}
