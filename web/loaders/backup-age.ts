/** As in docs/alerts: one missed night is tolerated, a second one is not. Rarer backups are late after half of their interval. */
export const backupHoursMax = (everyHours: number) => Math.max(36, everyHours * 1.5)
/** One missed month is tolerated for half of another. */
export const rehearsalHoursMax = 45 * 24
const hourMs = 3_600_000

export const hoursSince = (at: string, now: number): number => Math.max(0, (now - Date.parse(at)) / hourMs)

/** How long ago something was, as in “6 hours ago”. */
export function describeAge(at: string, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const hours = hoursSince(at, now)
  if (hours < 1) return format.format(-Math.round(hours * 60), 'minute')
  return hours < 48 ? format.format(-Math.round(hours), 'hour') : format.format(-Math.round(hours / 24), 'day')
}
