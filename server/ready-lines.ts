import { listCards } from './cards/list-cards.ts'
import type { Db } from './db/database.ts'
import type { Settings } from './settings.ts'

/** What the person who started it reads: the address, and where to look. */
export async function readyLines({ productName, publicUrl }: Settings, db: Db): Promise<string> {
  const demo = (await listCards(db)).filter(({ isDemo }) => isDemo).map(({ alias }) => `    ${publicUrl}/${alias}\n`)
  const look = demo.length > 0 ? `  Demo cards:\n${demo.join('')}` : ''
  return `${productName} is ready at ${publicUrl}\n${look}  Ctrl-C stops it.\n`
}
