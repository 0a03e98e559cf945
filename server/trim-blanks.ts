const isBlank = (letter: string | undefined) => letter === ' ' || letter === '\t'

/** Without the blanks and tabs that may stand around a word of a header. Other blanks are letters to HTTP. */
export function trimBlanks(text: string): string {
  let [from, to] = [0, text.length]
  while (isBlank(text[from])) from++
  while (to > from && isBlank(text[to - 1])) to--
  return text.slice(from, to)
}
