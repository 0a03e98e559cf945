const lookAlikes: Record<string, string> = { '1': 'l', i: 'l', '0': 'o' }

/** How an alias looks in passing. The database keeps the same of every alias there is: migrations/2026-11-24-03-aliases.sql. */
export function skeletonOf(alias: string): string {
  return alias
    .replaceAll('-', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[1i0]/g, (letter) => lookAlikes[letter] ?? letter)
}
