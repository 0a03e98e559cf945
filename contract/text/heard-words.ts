type Given = Record<string, string | number>

/** A table of sentences with holes: said with what fills them, and known again by who says them in another language. */
export function sentencesOf<Name extends string>(table: Readonly<Record<Name, string>>) {
  const patterns = (Object.keys(table) as Name[]).map((name) => {
    const words = table[name]
    const keys = [...words.matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? '')
    const escaped = words.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(.+)')
    return { name, keys, pattern: new RegExp(`^${escaped}$`, 's') }
  })
  return {
    say: (name: Name, given: Given = {}): string => table[name].replace(/\{(\w+)\}/g, (whole, key: string) => String(given[key] ?? whole)),
    /** Null for words that are not of this table. */
    hear(message: string): { name: Name; given: Record<string, string> } | null {
      for (const { name, keys, pattern } of patterns) {
        const heard = pattern.exec(message)
        if (heard) return { name, given: Object.fromEntries(keys.map((key, place) => [key, heard[place + 1] ?? ''])) }
      }
      return null
    },
  }
}
