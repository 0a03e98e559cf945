import type { CardImport } from '#contract/operator.ts'
import type { CardImportRow } from './tables.ts'

export function presentImport({
  id,
  name,
  createdAt,
  actor,
  takes,
  encoding,
  state,
  bytes,
  lines,
  good,
  broken,
  made,
  problem,
}: CardImportRow): CardImport {
  return { id, name, createdAt: createdAt.toISOString(), actor, takes, encoding, state, bytes, lines, good, broken, made, problem }
}
