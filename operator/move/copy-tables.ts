import type pg from 'pg'
import { markName } from '#server/db/moving.ts'
import { Refusal } from '#server/refusal.ts'
import { copyAcross } from './copy-across.ts'
import { filterOf, keyOf, sumOf, tableOf, type Unit } from './units.ts'

export type Pair = { source: pg.Client; target: pg.Client; tell(line: string): void; signal: AbortSignal; pieceBlocks: number }
type Done = Record<string, number>

/** Copies what is not there yet, a piece at a time. A piece and the note of how far it goes are one transaction: none is lost, none comes twice. */
export async function copyTables(pair: Pair, units: Unit[]): Promise<void> {
  const done = await readDone(pair.target)
  for (const unit of units) {
    const { blocks } = unit
    let next = done[keyOf(unit)] ?? 0
    const isBig = blocks > pair.pieceBlocks
    while (next < blocks) {
      pair.signal.throwIfAborted()
      const end = next + pair.pieceBlocks
      await copyPiece(pair, unit, next, end < blocks ? end : null)
      next = Math.min(end, blocks)
      if (isBig) pair.tell(`${unit.name}: ${Math.floor((next / blocks) * 100)} %`)
    }
  }
}

/** By where rows lie, not by what they are: read in one sweep, without an index, whatever the key. Nobody writes meanwhile. */
async function copyPiece({ source, target }: Pair, unit: Unit, from: number, to: number | null): Promise<void> {
  const columns = unit.columns.join(', ')
  const until = to === null ? '' : `and ctid < '(${to},0)'`
  const where = `ctid >= '(${from},0)' ${until} and ${filterOf(unit)}`
  await target.query('begin')
  await copyAcross(
    source,
    `copy (select ${columns} from only ${tableOf(unit)} where ${where}) to stdout`,
    target,
    `copy ${tableOf(unit)} (${columns}) from stdin`,
  )
  await target.query(`update installation set value = jsonb_set(value, array['done', $2], to_jsonb($3::int)) where name = $1`, [
    markName,
    keyOf(unit),
    to ?? unit.blocks,
  ])
  await target.query('commit')
}

async function readDone(target: pg.Client): Promise<Done> {
  const { rows } = await target.query<{ done: Done | null }>(`select value -> 'done' as done from installation where name = $1`, [markName])
  return rows[0]?.done ?? {}
}

export type MovedTable = { name: string; rows: number }

/** Counts and sums on both sides. What differs is thrown away at the target, so that moving again copies it anew. */
export async function compareTables(pair: Pair, units: Unit[]): Promise<MovedTable[]> {
  const moved = new Map<string, number>()
  for (const unit of units) {
    pair.signal.throwIfAborted()
    const [left, arrived] = await Promise.all([sumOf(pair.source, unit), sumOf(pair.target, unit)])
    if (left.rows !== arrived.rows || left.sum !== arrived.sum) {
      await forget(pair.target, units, unit)
      throw new Refusal(
        `The table ${unit.name} did not arrive as it left: ${left.rows} rows here, ${arrived.rows} there, and not the same. It was emptied there. Move again, and it is copied anew.`,
      )
    }
    moved.set(unit.of, (moved.get(unit.of) ?? 0) + left.rows)
  }
  return [...moved].map(([name, rows]) => ({ name, rows }))
}

async function forget(target: pg.Client, units: Unit[], broken: Unit): Promise<void> {
  // Jobs point at their queues: they go together, the last first.
  const gone = units.filter((unit) => (broken.schema === 'jobs' ? unit.schema === 'jobs' : unit === broken))
  await target.query('begin')
  for (const unit of gone.toReversed()) {
    await target.query(`delete from only ${tableOf(unit)} where ${filterOf(unit)}`)
    await target.query(`update installation set value = value #- array['done', $2] where name = $1`, [markName, keyOf(unit)])
  }
  await target.query('commit')
}
