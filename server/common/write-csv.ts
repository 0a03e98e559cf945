/** Characters that begin a formula, also full-width ones. Some spreadsheets skip invisible characters before them. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u
/** Some spreadsheets start a new cell at a leading tab or line break. */
const broken = /^[\t\r\n]/

/** Prefixes a text with an apostrophe if a spreadsheet would run it as a formula. Quotes are added by `writeCsvLine`. */
export const escapeCell = (text: string): string => (formula.test(text) || broken.test(text) ? `'${text}` : text)

/** The text of a cell that an export escaped. */
export const unescapeCell = (text: string): string => text.replace(/^'(?=[=+\-@])/, '')

/** One line of a CSV file. A cell that looks like a formula is escaped. */
export function writeCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${escapeCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}
