/** Titles before a name that don’t count as its first word. Hon without a dot is a name. */
const title = /^((dr|prof|mr|mrs|ms|mx|rev)\.?|hon\.)$/i
/** Suffixes after a name that don’t count as its last word. */
const suffix = /^(jr|sr|ii|iii|iv|esq|phd|md|crs|gri)\.?$/i
const small = /^(the|of|and|de|la|le|du|von|van|der)$/i

/** The first letters of a name’s first and last significant words, in any script; empty for a name without letters. */
export function initialsOf(name: string): string {
  // A hyphen joins one name: Okafor-Lindqvist gives O.
  const words = name.split(/[\s,–]+/).filter((word) => /\p{L}/u.test(word))
  const untitled = words.slice(
    Math.max(
      0,
      words.findIndex((word) => !title.test(word)),
    ),
  )
  const meaningful = untitled.filter((word, place) => !small.test(word) && !(place > 0 && suffix.test(word)))
  const chosen = meaningful.length > 0 ? meaningful : words
  const first = (word: string | undefined) => word?.match(/\p{L}\p{M}*/u)?.[0] ?? ''
  return (first(chosen[0]) + first(chosen.length > 1 ? chosen.at(-1) : undefined)).toLocaleUpperCase()
}
