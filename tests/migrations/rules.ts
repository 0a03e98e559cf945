/**
 * What a migration may not do while the previous release still uses the database. A later migration that removes what no
 * running release uses any more says so, and why, in a line that begins with `-- contracts:`.
 */
export function issuesOf(sql: string): string[] {
  const isContraction = /^-- contracts: \S+/m.test(sql)
  const statements = withoutWords(sql)
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean)
  const made = new Set(statements.flatMap((statement) => /^create (?:unlogged )?table (?:if not exists )?([\w.]+)/.exec(statement)?.[1] ?? []))
  return statements.flatMap((statement) => issuesIn(statement, made, isContraction))
}

function issuesIn(statement: string, made: ReadonlySet<string>, isContraction: boolean): string[] {
  const table = /^(?:alter table|create (?:unique )?index[^(]*? on) (?:if exists )?(?:only )?([\w.]+)/.exec(statement)?.[1]
  if (table && made.has(table)) return []
  const rules: [boolean, string][] = [
    [/^drop (table|view|type|schema)|\bdrop column\b/.test(statement) && !isContraction, 'takes away what the release before may use'],
    [/\brename\b/.test(statement), 'renames: the release before asks for the old name'],
    [/\badd column\b/.test(statement) && lacksDefault(statement), 'adds a column that must be filled: the release before does not fill it'],
    [/\bset not null\b/.test(statement) && !isContraction, 'forbids null: the release before may write it'],
    [/\balter column \w+ (set data )?type\b/.test(statement), 'changes a type: the whole table is written again under a lock'],
    [/\badd constraint\b/.test(statement) && !isGentle(statement, isContraction), 'adds a constraint that the release before may not keep: add it as not valid'],
    [/^create (unique )?index (?!concurrently)/.test(statement), 'builds an index while blocking writes: concurrently, in a file that begins with -- no transaction'],
  ]
  return rules.flatMap(([isIssue, why]) => (isIssue ? [`${why} (${statement.slice(0, 80)})`] : []))
}

const lacksDefault = (statement: string) =>
  statement.split(/\badd column\b/).slice(1).some((column) => /\bnot null\b/.test(column) && !/\bdefault\b|\bgenerated\b/.test(column))
/** A check that is wider than the one it replaces rejects nothing new. */
const isGentle = (statement: string, isContraction: boolean) => isContraction || /\bnot valid\b|\busing index\b/.test(statement)

/** Removes comments and quoted text. */
const withoutWords = (sql: string) => sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ').replace(/'(?:[^']|'')*'/g, `''`)
