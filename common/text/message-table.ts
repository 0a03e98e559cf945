type Values = Record<string, string | number>

/** A table of English messages with placeholders. Pages parse a message back to its name and values, to show it in another language. */
export function messageTable<Name extends string>(table: Readonly<Record<Name, string>>) {
  const patterns = (Object.keys(table) as Name[]).map((name) => {
    const words = table[name]
    const keys = [...words.matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? '')
    const escaped = words.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(.+)')
    return { name, keys, pattern: new RegExp(`^${escaped}$`, 's') }
  })
  return {
    format: (name: Name, values: Values = {}): string =>
      table[name].replace(/\{(\w+)\}/g, (placeholder, key: string) => String(values[key] ?? placeholder)),
    /** Null for a message that isn’t in the table. */
    parse(message: string): { name: Name; values: Record<string, string> } | null {
      for (const { name, keys, pattern } of patterns) {
        const match = pattern.exec(message)
        if (match) return { name, values: Object.fromEntries(keys.map((key, place) => [key, match[place + 1] ?? ''])) }
      }
      return null
    },
  }
}
