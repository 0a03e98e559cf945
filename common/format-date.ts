/** Formats a date. French writes the first of a month as “1er”, where `Intl` writes “1”. */
export function formatDate(format: Intl.DateTimeFormat, date?: Date | number): string {
  if (!format.resolvedOptions().locale.startsWith('fr')) return format.format(date)
  const parts = format.formatToParts(date)
  return parts.map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value)).join('')
}
