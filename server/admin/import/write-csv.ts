import { asWords } from '#server/write-cell.ts'

/** One line of a table. A cell that a spreadsheet would take for a formula is kept words. */
export function writeCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${asWords(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}
