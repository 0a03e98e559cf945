import type { Db } from '#server/database/database.ts'
import { readInstallation, writeInstallation } from '#server/database/installation.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { LinkOpener, Opened } from '#server/integrations/link-opener.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Settings } from '#server/settings.ts'
import type { Subject } from '../tables.ts'
import { anotherNight, judgeAttempt } from './link-check-policy.ts'
import { deleteFailure, deleteOtherFailures, listCardsAfter, listCardsToRetry, listFailures, putFailure } from './link-failure-store.ts'
import { listVisibleLinks, type VisibleLink } from './list-visible-links.ts'

type Needs = { db: Db; clock: Clock; linkOpener: LinkOpener; settings: Pick<Settings, 'publicUrl' | 'linkCheck'> }
type Bounds = { cards: number; links: number; perHost: number; atOnce: number }

/** Of one round; there are sixteen in a night. */
const usual: Bounds = { cards: 100, links: 200, perHost: 5, atOnce: 8 }
const firstId = '00000000-0000-0000-0000-000000000000'

/** From one to five at night, every quarter of an hour: a few links at a time, each card at most once a night. */
export function checkLinks(needs: Needs, bounds = usual): Job<'cards.check-links'> {
  return {
    name: 'cards.check-links',
    every: '7,22,37,52 1-4 * * *',
    async run() {
      if (!needs.settings.linkCheck) return
      const now = needs.clock.now()
      const retried = await listCardsToRetry(needs.db, { before: anotherNight(now), count: bounds.cards })
      const { cards, next } = await nextCards(needs, now, bounds.cards)
      const found = await gather(needs, [...new Map([...retried, ...cards].map((card) => [card.id, card])).values()])
      await writeResults(needs, await openAll(needs.linkOpener, found, bounds), now)
      if (next) await writeInstallation(needs.db, 'link-checks', next, now)
    },
  }
}

/** Where the round before ended. Behind the last card `endedAt` is set, and the next pass begins on another night. */
type Place = { after: string; endedAt: string | null }

async function nextCards({ db }: Needs, now: Date, count: number): Promise<{ cards: Subject[]; next: Place | null }> {
  const place = (await readInstallation(db, 'link-checks')) as Place | null
  if (place?.endedAt && new Date(place.endedAt) > anotherNight(now)) return { cards: [], next: null }
  const after = place && !place.endedAt ? place.after : firstId
  const cards = await listCardsAfter(db, { after, count })
  const last = cards.at(-1)
  return { cards, next: { after: last?.id ?? after, endedAt: cards.length < count ? now.toISOString() : null } }
}

type Found = { subjectId: string; link: VisibleLink }

async function gather(needs: Needs, cards: readonly Subject[]): Promise<Found[]> {
  const found: Found[] = []
  for (const card of cards) {
    const links = await listVisibleLinks(needs, card)
    await deleteOtherFailures(
      needs.db,
      card.id,
      links.map(({ hash }) => hash),
    )
    found.push(...links.map((link) => ({ subjectId: card.id, link })))
  }
  return found
}

/** One call after the other at each host, some hosts at once. Those left over by a bound are drawn by lot another night. */
async function openAll(opener: LinkOpener, found: Found[], { links, perHost, atOnce }: Bounds): Promise<(Found & { opened: Opened })[]> {
  const drawn = found.map((one) => ({ one, lot: Math.random() })).toSorted((a, b) => a.lot - b.lot)
  const hosts = Map.groupBy(
    drawn.slice(0, links).map(({ one }) => one),
    ({ link }) => new URL(link.url).host,
  )
  const waiting = [...hosts.values()].map((ofHost) => ofHost.slice(0, perHost))
  const results: (Found & { opened: Opened })[] = []
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      for (const one of next) results.push({ ...one, opened: await opener.open(one.link.url) })
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

async function writeResults({ db }: Needs, results: (Found & { opened: Opened })[], now: Date) {
  const isOnline = results.some(({ opened }) => opened.isAnswer)
  for (const [subjectId, ofCard] of Map.groupBy(results, (one) => one.subjectId)) {
    const before = new Map((await listFailures(db, subjectId)).map((row) => [row.linkHash.toString('hex'), row]))
    for (const { link, opened } of ofCard) {
      const outcome = judgeAttempt(opened, before.get(link.hash.toString('hex')), { now, isOnline })
      if (outcome.kind === 'forget') await deleteFailure(db, subjectId, link.hash)
      if (outcome.kind === 'put') await putFailure(db, { subjectId, linkHash: link.hash, ...outcome.failure })
    }
  }
}
