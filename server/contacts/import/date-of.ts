const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const first = Date.UTC(1990, 0, 1)
const hourMs = 3_600_000
const cellMax = 60
const zoneMaxMinutes = 14 * 60

/**
 * The moment that a cell names, or null if it isn't one date between 1990 and now: 11/02/2026 may be in two months. Reads 2026-11-29,
 * 2026/11/29, 11/29/2026, 29/11/2026, 29.11.2026, Nov 29, 2026 and 29 Nov 2026, each with or without a time, which is UTC unless it names
 * its zone.
 */
export function dateOf(cell: string, row: number, now: Date): Date | null {
  if (cell.length > cellMax) return null
  const [, date = '', time = ''] = /^(\d{4}[/-]\d{1,2}[/-]\d{1,2}|.*?\d{4})(?:[T,\s]+(\d{1,2}:\d{2}.*))?$/.exec(cell.trim()) ?? []
  const day = dayOf(date)
  if (day === null || day < first) return null
  const at = time ? timeOf(day, time, now) : withoutTime(day, row, now)
  return at !== null && at <= now.getTime() ? new Date(at) : null
}

/** 12:00, which is the same day in almost every time zone. Of two rows, the earlier one is the newer contact. */
function withoutTime(day: number, row: number, now: Date): number | null {
  return isAhead(day, now) ? null : Math.min(day + 12 * hourMs, now.getTime()) - row
}

/** It isn't even there where clocks are furthest ahead, and the file may have been made there. */
const isAhead = (at: number, now: Date) => at - zoneMaxMinutes * 60_000 > now.getTime()

/** The start of the day. Between dots the day is first; otherwise two numbers that could both be the month are no date. */
function dayOf(date: string): number | null {
  const iso = /^(\d{4})([/-])(\d{1,2})\2(\d{1,2})$/.exec(date)
  if (iso) return utcDay(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(date)
  if (numbers) {
    const [a, b, year] = [Number(numbers[1]), Number(numbers[3]), Number(numbers[4])]
    if (numbers[2] === '.' || a > 12) return utcDay(year, b, a)
    return b > 12 || a === b ? utcDay(year, a, b) : null
  }
  const words = /^(?:(\d{1,2})[\s-]+([a-z]+)\.?|([a-z]+)\.?\s+(\d{1,2})),?[\s-]+(\d{4})$/i.exec(date)
  if (!words) return null
  const month = months.indexOf((words[2] ?? words[3] ?? '').slice(0, 3).toLowerCase()) + 1
  return utcDay(Number(words[5]), month, Number(words[1] ?? words[4]))
}

/** Null if there is no such day. */
function utcDay(year: number, month: number, day: number): number | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isSame = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isSame ? at.getTime() : null
}

function timeOf(day: number, time: string, now: Date): number | null {
  const parts = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]m)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?$/i.exec(time)
  if (!parts) return null
  const [, h = '', minutes = '', seconds = '0', fraction = '', half = '', zone = ''] = parts
  const hours = half ? (Number(h) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(h)
  if (hours > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  const ahead = offset ? Number(`${offset[1]}1`) * (Number(offset[2]) * 60 + Number(offset[3])) : 0
  if (Math.abs(ahead) > zoneMaxMinutes || Number(offset?.[3] ?? 0) > 59) return null
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const at = day + ((hours * 60 + Number(minutes) - ahead) * 60 + Number(seconds)) * 1000 + ms
  if (zone) return at
  return isAhead(at, now) ? null : Math.min(at, now.getTime())
}
