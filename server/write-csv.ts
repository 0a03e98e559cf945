/** Signs that begin a formula, as wide letters too; some tables pass over what cannot be seen before them. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u
/** A cell that begins with a break is begun anew by some tables. */
const broken = /^[\t\r\n]/

/** Words as a cell of a table keeps them: an apostrophe in front makes words of what would be a formula. Quotes are for whoever writes the line. */
export const asWords = (text: string): string => (formula.test(text) || broken.test(text) ? `'${text}` : text)

/** One line of a table. A cell that a spreadsheet would take for a formula is kept words. */
export function writeCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${asWords(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}
