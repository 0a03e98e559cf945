import { listCards } from './cards/list-cards.ts'
import type { Db } from './db/database.ts'
import { people } from './demo/seed-demo.ts'
import type { Settings } from './settings.ts'

/** What the person who started it reads: the address, and where to look. */
export async function readyLines({ productName, publicUrl }: Settings, db: Db): Promise<string> {
  const there = new Set((await listCards(db)).flatMap(({ isDemo, alias }) => (isDemo ? [alias] : [])))
  const demo = people.filter(({ alias }) => there.has(alias)).map(({ alias }) => `    ${publicUrl}/${alias}\n`)
  const look = demo.length > 0 ? `  Demo cards:\n${demo.join('')}` : ''
  return `${productName} is ready at ${publicUrl}\n${look}  Ctrl-C stops it.\n`
}
