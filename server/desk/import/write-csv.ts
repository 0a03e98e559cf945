/** One line of a table. A cell that a spreadsheet would take for a formula is kept words. */
export function writeCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}
