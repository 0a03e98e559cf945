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

/** Every 15 minutes from 01:00 to 05:00 UTC: a few links at a time. A link that failed is tried again on another night. */
export function checkLinks(needs: Needs, bounds = usual): Job<'cards.check-links'> {
  return {
    name: 'cards.check-links',
    every: '7,22,37,52 1-4 * * *',
    async run() {
      if (!needs.settings.linkCheck) return
      const now = needs.clock.now()
      const failed = await gatherFailed(needs, now, bounds.cards)
      const { found, next } = await gatherNext(needs, now, { cards: bounds.cards, links: bounds.links - failed.length })
      await writeResults(needs, await openAll(needs.linkOpener, [...failed, ...found].slice(0, bounds.links), bounds), now)
      if (next) await writeInstallation(needs.db, 'link-checks', next, now)
    },
  }
}

type Found = { subjectId: string; link: VisibleLink; failedAt: Date | null }

/** Links that failed on another night. */
async function gatherFailed(needs: Needs, now: Date, count: number): Promise<Found[]> {
  const before = anotherNight(now)
  const found: Found[] = []
  for (const card of await listCardsToRetry(needs.db, { before, count })) found.push(...(await linksOf(needs, card)))
  return found.filter(({ failedAt }) => failedAt !== null && failedAt < before)
}

/** Where the round before ended. Behind the last card `endedAt` is set, and the next pass begins on another night. */
type Place = { after: string; endedAt: string | null }

/** The links of the next cards that fit into this round, in random order: of a host with too many, each pass opens others. */
async function gatherNext(needs: Needs, now: Date, room: Pick<Bounds, 'cards' | 'links'>): Promise<{ found: Found[]; next: Place | null }> {
  const place = (await readInstallation(needs.db, 'link-checks')) as Place | null
  const isOver = place?.endedAt && new Date(place.endedAt) > anotherNight(now)
  if (isOver || room.links <= 0) return { found: [], next: null }
  let after = place && !place.endedAt ? place.after : firstId
  const cards = await listCardsAfter(needs.db, { after, count: room.cards })
  const found: Found[] = []
  for (const card of cards) {
    const links = (await linksOf(needs, card)).filter(({ failedAt }) => failedAt === null)
    if (found.length > 0 && found.length + links.length > room.links) return { found: shuffle(found), next: { after, endedAt: null } }
    found.push(...links)
    after = card.id
  }
  return { found: shuffle(found), next: { after, endedAt: cards.length < room.cards ? now.toISOString() : null } }
}

async function linksOf(needs: Needs, card: Subject): Promise<Found[]> {
  const links = await listVisibleLinks(needs, card)
  await deleteOtherFailures(
    needs.db,
    card.id,
    links.map(({ hash }) => hash),
  )
  const failures = new Map((await listFailures(needs.db, card.id)).map(({ linkHash, triedAt }) => [linkHash.toString('hex'), triedAt]))
  return links.map((link) => ({ subjectId: card.id, link, failedAt: failures.get(link.hash.toString('hex')) ?? null }))
}

function shuffle<T>(all: readonly T[]): T[] {
  const keyed = all.map((one) => ({ one, key: Math.random() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one)
}

/** One request after the other at each host, several hosts at once. */
async function openAll(opener: LinkOpener, found: Found[], { perHost, atOnce }: Bounds): Promise<(Found & { opened: Opened })[]> {
  const hosts = Map.groupBy(found, ({ link }) => new URL(link.url).host)
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
