import type { Db } from './database.ts'
import type { Reads, Shown } from './reads.ts'

/** From where this caller is shown what cards hold: whoever is signed in may have written a moment ago. */
export function shownTo({ db, reads }: { db: Db; reads: Pick<Reads, 'shown'> }, caller: { kind: 'visitor' | 'owner' }): Shown {
  return caller.kind === 'visitor' ? reads.shown : (ask) => ask(db)
}
