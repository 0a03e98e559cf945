/** Compares versions number by number; a prerelease precedes its release. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  for (const place of [0, 1, 2]) {
    const difference = (a.numbers[place] ?? 0) - (b.numbers[place] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.word === b.word) return 0
  if (a.word === '') return 1
  return b.word === '' ? -1 : a.word.localeCompare(b.word, 'en', { numeric: true })
}

function partsOf(version: string) {
  const [numbers = '', ...words] = version.split('-')
  return { numbers: numbers.split('.').map(Number), word: words.join('-') }
}
