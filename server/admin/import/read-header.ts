import type { z } from 'zod'
import { CardFields } from '#contract/cards/stored-card.ts'
import { sayImportFault } from '#contract/cards/import-faults.ts'
import { nearest } from '#server/word-distance.ts'

type ServiceName = { id: number; name: string }
export type Column =
  | { kind: 'alias' }
  | { kind: 'email' }
  | { kind: 'plan' }
  | { kind: 'nothing' }
  | { kind: 'field'; name: string; schema: z.ZodType }
  | { kind: 'service'; name: string; id: number }

/** First Name, first_name and firstName are one. */
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** What each column holds, or a sentence for each that we cannot place: a column is not dropped in silence. */
export function readHeader(
  cells: readonly string[],
  services: readonly ServiceName[],
): { columns: Column[]; faults: { field: string; message: string }[] } {
  const known = new Map<string, Column>([
    ...services.map(({ id, name }): [string, Column] => [plain(name), { kind: 'service', name, id }]),
    ...Object.entries(CardFields.shape).map(([name, schema]): [string, Column] => [plain(name), { kind: 'field', name, schema }]),
    ['alias', { kind: 'alias' }],
    ['email', { kind: 'email' }],
    ['plan', { kind: 'plan' }],
  ])
  const faults: { field: string; message: string }[] = []
  const seen = new Set<string>()
  const columns = cells.map((cell): Column => {
    const name = plain(cell)
    if (name === '') return { kind: 'nothing' }
    const column = known.get(name)
    if (!column) faults.push({ field: cell.trim(), message: unknown(cell.trim(), nearestName(name, known)) })
    else if (seen.has(name)) faults.push({ field: cell.trim(), message: sayImportFault('columnTwice', { name: cell.trim() }) })
    seen.add(name)
    return column ?? { kind: 'nothing' }
  })
  if (!seen.has('alias')) faults.push({ field: 'alias', message: sayImportFault('columnAlias') })
  return { columns, faults }
}

const unknown = (name: string, near: string | null) =>
  near === null ? sayImportFault('fieldUnknown', { name }) : sayImportFault('fieldUnknownNear', { name, near })

function nearestName(name: string, known: ReadonlyMap<string, Column>): string | null {
  const word = nearest(name, known.keys())
  const near = word === null ? undefined : known.get(word)
  return near ? ('name' in near ? near.name : near.kind) : null
}
