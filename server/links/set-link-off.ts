import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findLink, setSwitchedOffAt } from './link-store.ts'

/** Switches a short link off or on, from the next click on every server. Returns its card. */
export async function setLinkOff(tx: Db, { code, isOff }: { code: string; isOff: boolean }, now: Date): Promise<string> {
  const link = await findLink(tx, code)
  if (!link) throw problem('not-found')
  await setSwitchedOffAt(tx, code, isOff ? now : null)
  return link.subjectId
}
