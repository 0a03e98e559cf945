/** What says whose a row is: a card, an account, or a hash of a secret that only one has. */
const owner = '(?:subject_id|account_id|token_hash|before_hash)'
const given = '\\s*(?:=\\s*\\$\\d|=\\s*any\\s*\\(|in\\s*\\(\\s*(?:\\$\\d|select\\b))'
const noAlias = 'where|on|set|inner|left|right|cross|join|order|for|limit|returning|group|using|values|select|default|union'

/**
 * The tables among these that a statement reads or writes without being given whose rows: `subject_id = $1` of that very table, or of
 * one whose owner it shares. That an owner's column is shown, ordered by, set or told apart by says nothing.
 */
export function namelessTables(text: string, tables: readonly string[]): string[] {
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
  const timesGiven = (alias: string) =>
    (behind.match(new RegExp(`(?<!\\w)"?${alias}"?\\."?${owner}"?${given}`, 'gi'))?.length ?? 0) +
    (isAlone ? (behind.match(new RegExp(`(?<![\\w."])"?${owner}"?${given}`, 'gi'))?.length ?? 0) : 0)

  const named = new Set(
    refs.filter(({ alias }) => timesGiven(alias) >= refs.filter((ref) => ref.alias === alias).length).map(({ alias }) => alias),
  )
  const shared = [...text.matchAll(/"?(\w+)"?\."?(\w+)"?\s*=\s*"?(\w+)"?\."?(\w+)"?/g)].flatMap(
    ([, a = '', keyA = '', b = '', keyB = '']) =>
      [keyA, keyB].every((key) => /^(subject_id|account_id|id)$/.test(key)) ? [[a, b] as const] : [],
  )
  for (const _ of refs) for (const [a, b] of shared) if (named.has(a) || named.has(b)) named.add(a).add(b)
  return refs.filter(({ alias }) => !named.has(alias)).map(({ table }) => table)
}
