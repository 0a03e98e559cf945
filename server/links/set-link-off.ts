import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findLink, setSwitchedOffAt } from './short-link-store.ts'

type Switch = { subjectId: string; code: string; isOff: boolean }

/** Switches a short link of this card off or on, from the next click on every server. False if nothing changed. */
export async function setLinkOff(tx: Db, { subjectId, code, isOff }: Switch, now: Date): Promise<boolean> {
  const link = await findLink(tx, code)
  if (link?.subjectId !== subjectId) throw problem('not-found')
  return setSwitchedOffAt(tx, code, isOff ? now : null)
}
