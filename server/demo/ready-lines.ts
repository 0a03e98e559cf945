import { listCards } from '#server/cards/owned/list-cards.ts'
import type { Db } from '#server/database/database.ts'
import type { Settings } from '../settings.ts'
import { people } from './seed-demo.ts'

/** The demo cards that are there, the one to begin with first. */
async function listDemoAliases(db: Db): Promise<string[]> {
  const there = new Set((await listCards(db, { isDemo: true })).map(({ alias }) => alias))
  return people.map(({ alias }) => alias).filter((alias) => there.has(alias))
}

/** What the person who started it reads: the address, and where to look. */
export async function readyLines({ productName, publicUrl }: Settings, db: Db): Promise<string> {
  const cards = (await listDemoAliases(db)).map((alias) => `    ${publicUrl}/${alias}\n`)
  return [`${productName} is ready at ${publicUrl}\n`, cards.length > 0 ? '  Demo cards:\n' : '', ...cards, '  Ctrl-C stops it.\n'].join('')
}
