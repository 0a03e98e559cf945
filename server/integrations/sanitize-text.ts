const charactersMax = 80

/**
 * Makes an owner’s text safe for a mail to another person: one short line, without anything that mail programs turn into a link.
 */
export function sanitizeText(text: string): string {
  return toShortLine(text)
    .replaceAll('@', ' at ')
    .replace(/(?<=[\p{L}\p{N}])([.:/])(?=[\p{L}\p{N}])/gu, '$1\u200B')
}

/** The same for a name in a contact file. Breaks only host names, so that J. R. R. and RE/MAX stay searchable. */
export function sanitizeName(text: string): string {
  return toShortLine(text).replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}-]{2})/gu, '.\u200B')
}

function toShortLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[a-z][a-z\d+.-]{0,30}:\/+/giu, '')
    .trim()
  return [...line].slice(0, charactersMax).join('').trim()
}
