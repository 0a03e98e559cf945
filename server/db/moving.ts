import type pg from 'pg'
import { Refusal } from '#server/refusal.ts'

/** Held by a move on both databases for as long as it works. */
export const moveLock = 7_327_040
export const markName = 'move'

/**
 * What a move writes down in `installation`. The old place is leaving, then has left; it stayed where Carte was used there again
 * before the end. The new one is arriving until everything was compared, then has arrived.
 */
export type MoveMark = {
  state: 'leaving' | 'left' | 'stayed' | 'arriving' | 'arrived'
  id: string
  /** The other place, in words. */
  place: string
  at: string
}

export const takeBack = 'npm run carte -- move --stay'

/** Two installations that are alive with the same data would lose what is written in one of them. */
export async function refuseMoved(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ value: MoveMark }>('select value from installation where name = $1', [markName])
  const mark = rows[0]?.value
  if (!mark || mark.state === 'stayed' || mark.state === 'arrived') return
  const { state, place, at } = mark
  const day = at.slice(0, 10)
  if (state === 'left')
    throw new Refusal(
      `This installation was moved to ${place} on ${day}. Start Carte with the settings it was moved to, or take it up here again: ${takeBack}`,
    )
  if (state === 'arriving')
    throw new Refusal(
      `This database is half-way: a move from ${place} into it was begun on ${day} and is not finished. Run that move again, and it goes on.`,
    )
  await giveUp(pool, mark)
}

/** Whoever starts on the old place after a move was broken off stays there: the next move begins anew. */
async function giveUp(pool: pg.Pool, { place, id }: MoveMark) {
  const { rows } = await pool.query<{ isFree: boolean }>('select pg_try_advisory_xact_lock_shared($1) as "isFree"', [moveLock])
  if (!rows[0]?.isFree) throw new Refusal(`This installation is just being moved to ${place}. Wait for the end, or stop the move.`)
  await pool.query(`update installation set value = value || '{"state": "stayed"}' where name = $1 and value ->> 'id' = $2`, [markName, id])
}
