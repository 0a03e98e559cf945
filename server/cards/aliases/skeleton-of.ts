const lookAlikes: Record<string, string> = { '1': 'l', i: 'l', '0': 'o' }

/** How an alias looks in passing. The database stores the same for every alias: `alias.skeleton` in migrations/202611231454-baseline.sql. */
export function skeletonOf(alias: string): string {
  return alias
    .replaceAll('-', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[1i0]/g, (letter) => lookAlikes[letter] ?? letter)
}
