const lettersMax = 80

/**
 * An owner's words in a mail that goes to somebody else in our name: one line, not long, and nothing that a mail program makes a
 * link of.
 */
export function plainWords(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[a-z][a-z\d+.-]*:\/+/giu, '')
    .trim()
  const short = [...line].slice(0, lettersMax).join('').trim()
  return short.replaceAll('@', ' at ').replace(/(?<=[\p{L}\p{N}])([.:/])(?=[\p{L}\p{N}])/gu, '$1\u200B')
}
