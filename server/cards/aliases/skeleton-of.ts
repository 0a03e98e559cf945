const lookalikes: Record<string, string> = { '1': 'l', i: 'l', '0': 'o' }

/** An alias with similar-looking letters unified. The database generates the same: `alias.skeleton` in migrations/202611231454-baseline.sql. */
export function skeletonOf(alias: string): string {
  return alias
    .replaceAll('-', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[1i0]/g, (letter) => lookalikes[letter] ?? letter)
}
