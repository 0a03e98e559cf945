import { pathTo } from '#common/path-to.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/database.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { startSite } from '../../../tests/harness/site.ts'
import { layoutDemos } from '../../../tests/samples/layout-demos.ts'

export type SeededSite = { aliases: string[]; owners: { alias: string; cookie: string }[]; pictures: string[] }

const cardCount = 200
const ownerCount = 200
const address = 'http://127.0.0.1'

/** The product on its embedded database, flushing to disk, with cards and owners. */
export async function openSeededSite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'carte-load-'))
  // The loader solves the puzzles itself, so they are as cheap as possible.
  const environment = { DATA_DIR: dataDir, DEMO: 'on', TRUST_PROXY: 'on', CAPTCHA_COST: '1', LOG_LEVEL: 'warn' }
  const ground = await seed(environment)
  return {
    ...ground,
    /** `before` can pin it to a core. */
    start: (before: string[] = []) => startSite({ environment, before }),
    /** The names that are not in the database; call it when the program has ended. */
    async lost(names: readonly string[]): Promise<string[]> {
      await using database = await openDatabase({ databaseUrl: null, dataDir }, silentLog)
      const { rows } = await database.pool.query<{ name: string }>('select name from contact')
      const stored = new Set(rows.map(({ name }) => name))
      return names.filter((name) => !stored.has(name))
    },
    [Symbol.dispose]: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

async function seed(environment: Record<string, string>): Promise<SeededSite> {
  await using app = await createApp(readSettings({ ...environment, PUBLIC_URL: `${address}:3000` }), {
    log: silentLog,
    pages: false,
    works: false,
  })
  const cards: { id: string; alias: string }[] = []
  while (cards.length < cardCount) cards.push(...(await Promise.all(Array.from({ length: 20 }, () => aCard(app.deps)))))
  const owners: SeededSite['owners'] = []
  for (const { id, alias } of cards.slice(0, ownerCount)) owners.push({ alias, cookie: (await signedIn(app, id)).cookie })
  const pictures = layoutDemos.map((alias) => pathTo('media.profileImageResized', { alias }))
  return { aliases: [...layoutDemos, ...cards.map(({ alias }) => alias)], owners, pictures }
}
