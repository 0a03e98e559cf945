import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { App } from '#server/app.ts'
import { submitContact } from '#server/contacts/submit-contact.ts'
import { anEntry } from '../../../tests/factories/contacts.ts'
import { cost, type Cost } from './measure.ts'

const times = 600
const concurrency = 20

/** The cost of each kind of request, measured at the actions. The cost of HTTP is in docs/performance.md. */
export async function measureWork({ deps, fetch }: App): Promise<Record<string, Cost>> {
  const { rows: cards } = await deps.db.execute<{ id: string; alias: string }>(
    sql`select id, alias from subject order by id limit ${times}`,
  )
  const card = (place: number) => cards[place % cards.length] ?? { id: '', alias: '' }
  const captcha = { ...deps.captcha, verify: async () => ({ ok: true as const, isProved: true }) }
  const pages = ['home', 'about', 'reviews']
  const works: Record<string, (place: number) => Promise<unknown>> = {
    'an event, one per call': (place) =>
      deps.visitWriter.write([{ subjectId: card(place).id, at: new Date(), name: 'page_view', dimension: 'page_name', value: 'home' }]),
    'an uncached card, as JSON': async (place) =>
      (await fetch(new Request(`${deps.settings.publicUrl}/remote/api/public/e-card-by-alias/${card(place).alias}`))).arrayBuffer(),
    'a contact left': (place) => submitContact({ ...deps, captcha }, anEntry({ alias: card(place).alias, submissionId: randomUUID() })),
  }
  const costs: Record<string, Cost> = {
    'an event, gathered by the thousand': await cost(deps.pool, times * 10, async () => {
      for (let from = 0; from < times / 100; from++)
        await deps.visitWriter.write(
          Array.from({ length: 1000 }, (_, place) => ({
            subjectId: card(from * 7 + place * 3).id,
            at: new Date(),
            name: 'page_view',
            dimension: 'page_name',
            value: pages[place % 3] ?? '',
          })),
        )
    }),
  }
  for (const [name, work] of Object.entries(works)) costs[name] = await cost(deps.pool, times, () => inTurns(work))
  return costs
}

async function inTurns(work: (place: number) => Promise<unknown>) {
  for (let from = 0; from < times; from += concurrency)
    await Promise.all(Array.from({ length: concurrency }, (_, place) => work(from + place)))
}
