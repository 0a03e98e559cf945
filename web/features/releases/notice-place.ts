import { newVersionWindowDays } from '#contract/constants.ts'
import { versionStep, type Step } from './version-step.ts'

type NoticeInput = { running: string; found: { version: string; date: string }; now: number }

const always: ReadonlySet<Step> = new Set<Step>(['major', 'minor', 'premajor', 'preminor'])
const dayMs = 86_400_000

/**
 * Where to announce a version: a major or minor step opens a panel, any other gets a line in the menu, a patch only for a week after
 * its release.
 */
export function noticePlace({ running, found, now }: NoticeInput): 'panel' | 'menu' | null {
  const step = versionStep(running, found.version)
  if (!step) return null
  if (always.has(step)) return 'panel'
  const since = now - Date.parse(found.date)
  // A future or invalid date says more about clocks than about the version.
  return since < (newVersionWindowDays + 1) * dayMs || Number.isNaN(since) ? 'menu' : null
}
