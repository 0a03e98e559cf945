import type { z } from 'zod'
import { TypedCardFields } from '#contract/cards/stored-card.ts'
import { importIssue } from '#server/common/field-issue.ts'
import { nearest } from '#server/common/word-distance.ts'

type ServiceName = { id: number; name: string }
export type Column =
  | { kind: 'alias' }
  | { kind: 'email' }
  | { kind: 'plan' }
  | { kind: 'nothing' }
  | { kind: 'field'; name: string; schema: z.ZodType }
  | { kind: 'service'; name: string; id: number }

/** First Name, first_name and firstName are the same. */
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The field of each column, and an issue for each unknown one: no column is dropped silently. */
export function readHeader(
  cells: readonly string[],
  services: readonly ServiceName[],
): { columns: Column[]; issues: ReturnType<typeof importIssue>[] } {
  const known = new Map<string, Column>([
    ...services.map(({ id, name }): [string, Column] => [plain(name), { kind: 'service', name, id }]),
    ...Object.entries(TypedCardFields.shape).map(([name, schema]): [string, Column] => [plain(name), { kind: 'field', name, schema }]),
    ['alias', { kind: 'alias' }],
    ['email', { kind: 'email' }],
    ['plan', { kind: 'plan' }],
  ])
  const issues: ReturnType<typeof importIssue>[] = []
  const names = new Set<string>()
  const columns = cells.map((cell): Column => {
    const name = plain(cell)
    if (name === '') return { kind: 'nothing' }
    const column = known.get(name)
    if (!column) issues.push(unknown(cell.trim(), nearestName(name, known)))
    else if (names.has(name)) issues.push(importIssue('columnDuplicate', { name: cell.trim() }))
    names.add(name)
    return column ?? { kind: 'nothing' }
  })
  if (!names.has('alias')) issues.push(importIssue('aliasColumnMissing'))
  return { columns, issues }
}

const unknown = (name: string, near: string | null) =>
  near === null ? importIssue('fieldUnknown', { name }) : importIssue('fieldUnknownNear', { name, near })

function nearestName(name: string, known: ReadonlyMap<string, Column>): string | null {
  const word = nearest(name, known.keys())
  const near = word === null ? undefined : known.get(word)
  return near ? ('name' in near ? near.name : near.kind) : null
}
