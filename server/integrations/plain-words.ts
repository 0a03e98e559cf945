const lettersMax = 80

/**
 * An owner's words in a mail that goes to somebody else in our name: one line, not long, and nothing that a mail program makes a
 * link of.
 */
export function plainWords(text: string): string {
  return shortLine(text)
    .replaceAll('@', ' at ')
    .replace(/(?<=[\p{L}\p{N}])([.:/])(?=[\p{L}\p{N}])/gu, '$1\u200B')
}

/** The same for a name that goes into somebody's contacts: J. R. R. and RE/MAX are searched for, so only what a host ends with is parted. */
export function plainName(text: string): string {
  return shortLine(text).replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}-]{2})/gu, '.\u200B')
}

function shortLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[a-z][a-z\d+.-]{0,30}:\/+/giu, '')
    .trim()
  return [...line].slice(0, lettersMax).join('').trim()
}
