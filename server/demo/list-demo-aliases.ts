import { listCards } from '#server/cards/owned/list-cards.ts'
import type { Db } from '#server/database/database.ts'
import { people } from './seed-demo.ts'

/** The demo cards that are there, the one to begin with first. */
export async function listDemoAliases(db: Db): Promise<string[]> {
  const there = new Set((await listCards(db, { isDemo: true })).map(({ alias }) => alias))
  return people.map(({ alias }) => alias).filter((alias) => there.has(alias))
}
