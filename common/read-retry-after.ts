const secondsMax = 86_400

/** The seconds of a `Retry-After`, or until the date in it: a day at most, null if it has neither. `nowMs`: by the clock of its sender. */
export function readRetryAfter(value: string | null | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(secondsMax, Number(text))
  const seconds = Math.ceil((Date.parse(text) - nowMs) / 1000)
  return Number.isNaN(seconds) ? null : Math.min(secondsMax, Math.max(0, seconds))
}
