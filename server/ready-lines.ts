import type { Db } from './database/database.ts'
import { listDemoAliases } from './demo/list-demo-aliases.ts'
import type { Settings } from './settings.ts'

/** What the person who started it reads: the address, and where to look. */
export async function readyLines({ productName, publicUrl }: Settings, db: Db): Promise<string> {
  const cards = (await listDemoAliases(db)).map((alias) => `    ${publicUrl}/${alias}\n`)
  return [`${productName} is ready at ${publicUrl}\n`, cards.length > 0 ? '  Demo cards:\n' : '', ...cards, '  Ctrl-C stops it.\n'].join('')
}
