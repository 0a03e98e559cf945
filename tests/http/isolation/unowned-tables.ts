/** Columns that identify the owner of a row: a card, an account, or the hash of a secret. */
const owner = '(?:subject_id|account_id|token_hash|before_hash)'
const bound = '\\s*(?:=\\s*\\$\\d|=\\s*any\\s*\\(|in\\s*\\(\\s*(?:\\$\\d|select\\b))'
const noAlias = 'where|on|set|inner|left|right|cross|join|order|for|limit|returning|group|using|values|select|default|union'

/**
 * Those of the tables that a statement reads or writes without binding the owner: `subject_id = $1` of that very table, or of
 * one that is joined on its owner. Selecting, sorting, setting or comparing an owner column does not count.
 */
export function unownedTables(text: string, tables: readonly string[]): string[] {
  const insert = /^\s*insert\s+into\s+"?(\w+)"?\s*\(([^)]*)\)/i.exec(text)
  if (insert) return new RegExp(`\\b${owner}\\b`).test(insert[2] ?? '') || !tables.includes(insert[1] ?? '') ? [] : [insert[1] ?? '']

  const refs = [
    ...text.matchAll(
      new RegExp(`\\b(?:from|join|update|using)\\s+"?(\\w+)"?(?:\\s+(?:as\\s+)?(?!(?:${noAlias})\\b)"?([a-z]\\w*)"?)?`, 'gi'),
    ),
  ].flatMap(([, table = '', alias = table]) => (tables.includes(table) ? [{ table, alias }] : []))
  const at = text.search(/\bwhere\b/i)
  const behind = at < 0 ? '' : text.slice(at)
  const isAlone = new Set(refs.map(({ alias }) => alias)).size === 1
  const timesBound = (alias: string) =>
    (behind.match(new RegExp(`(?<!\\w)"?${alias}"?\\."?${owner}"?${bound}`, 'gi'))?.length ?? 0) +
    (isAlone ? (behind.match(new RegExp(`(?<![\\w."])"?${owner}"?${bound}`, 'gi'))?.length ?? 0) : 0)

  const named = new Set(
    refs.filter(({ alias }) => timesBound(alias) >= refs.filter((ref) => ref.alias === alias).length).map(({ alias }) => alias),
  )
  const shared = [...text.matchAll(/"?(\w+)"?\."?(\w+)"?\s*=\s*"?(\w+)"?\."?(\w+)"?/g)].flatMap(
    ([, a = '', keyA = '', b = '', keyB = '']) =>
      [keyA, keyB].every((key) => /^(subject_id|account_id|id)$/.test(key)) ? [[a, b] as const] : [],
  )
  for (const _ of refs) for (const [a, b] of shared) if (named.has(a) || named.has(b)) named.add(a).add(b)
  return refs.filter(({ alias }) => !named.has(alias)).map(({ table }) => table)
}
