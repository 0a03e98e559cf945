import type { BackupErrorCode } from '#contract/admin/backup-choices.ts'
import type { BackupRun } from './runs.ts'

type Keep = { hours: number; days: number; weeks: number; months: number }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** A check that comes a little early still counts, so that a daily backup doesn't move by a check every day. */
const toleranceMs = 5 * minuteMs
const rehearsalMs = 30 * dayMs

/** Errors that a retry doesn't fix: it would only leave another file, or read a whole backup again. */
const untilCorrected: BackupErrorCode[] = ['without-images', 'not-restored']

type PastRun = Pick<BackupRun, 'startedAt' | 'endedAt' | 'error'>

/** When the next backup is due, by the runs so far, newest first; after a failure, within the hour. */
export function nextBackupAt(runs: readonly PastRun[], everyMs: number, now: Date): Date {
  return nextAt(runs, { everyMs, againMs: Math.min(everyMs, hourMs) }, now)
}

/** Once a month; after a failure that may be temporary, the next day. */
export const nextRehearsalAt = (runs: readonly PastRun[], now: Date): Date => nextAt(runs, { everyMs: rehearsalMs, againMs: dayMs }, now)

/** Ignores runs that a wrong clock dated ahead: they would stop backups until then. */
function nextAt(all: readonly PastRun[], { everyMs, againMs }: { everyMs: number; againMs: number }, now: Date): Date {
  const runs = all.filter(({ startedAt }) => startedAt.getTime() <= now.getTime() + toleranceMs)
  const [last] = runs
  const waitMs = last?.error && untilCorrected.includes(last.error) ? everyMs : againMs
  const good = runs.find(({ error, endedAt }) => error === null && endedAt !== null)
  const dueMs = good ? good.startedAt.getTime() + everyMs : now.getTime()
  return new Date(last && last !== good ? Math.max(dueMs, last.startedAt.getTime() + waitMs) : dueMs)
}

export const isDue = (at: Date, now: Date): boolean => at.getTime() - toleranceMs <= now.getTime()

/** `carte-20261126T031500Z-1a2b3c4d.backup`: sorted by time, and of one installation. */
export const nameOf = (installation: string, at: Date): string =>
  `carte-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${installation}.backup`

/** When a backup of this installation was made; null for every other file. */
export function timeOf(name: string, installation: string): Date | null {
  const [, year, month, day, hour, minute, second, owner] =
    /^carte-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([\da-f]{8})\.backup$/.exec(name) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return owner === installation && !Number.isNaN(at.getTime()) ? at : null
}

/** The backups of this installation, the newest first. One that a wrong clock dated ahead is not the newest, and isn't listed until then. */
export const ownBackups = (names: readonly string[], installation: string, now: Date): string[] =>
  names
    .filter((name) => (timeOf(name, installation)?.getTime() ?? Infinity) <= now.getTime() + dayMs)
    .toSorted()
    .toReversed()

/**
 * The backups to delete: those that are not the newest of one of the last hours, days, weeks or months that have any. The newest backup
 * always stays, and files of other installations are never listed.
 */
export function chooseOutdated(names: readonly string[], installation: string, keep: Keep, now: Date): string[] {
  const own = ownBackups(names, installation, now)
  const retained = new Set(own.slice(0, 1))
  for (const [unit, periodOf] of Object.entries(periods) as [keyof Keep, (at: Date) => string | number][]) {
    const known = new Set<string | number>()
    for (const name of own) {
      const at = timeOf(name, installation)
      if (at === null || known.size >= keep[unit] || known.has(periodOf(at))) continue
      known.add(periodOf(at))
      retained.add(name)
    }
  }
  return own.filter((name) => !retained.has(name))
}

/** In UTC; weeks begin on Monday. */
const periods: Record<keyof Keep, (at: Date) => string | number> = {
  hours: (at) => Math.floor(at.getTime() / hourMs),
  days: (at) => Math.floor(at.getTime() / dayMs),
  weeks: (at) => Math.floor((at.getTime() / dayMs + 3) / 7),
  months: (at) => at.toISOString().slice(0, 7),
}
