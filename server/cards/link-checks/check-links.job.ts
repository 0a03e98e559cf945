import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { readInstallation, writeInstallation } from '#server/database/installation.ts'
import type { LinkOpener, Opened } from '#server/integrations/link-opener.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Settings } from '#server/settings.ts'
import type { Subject } from '../tables.ts'
import { anotherNight, evaluateAttempt } from './link-check-policy.ts'
import { deleteFailure, deleteOtherFailures, listCardsAfter, listDueFailures, listFailures, upsertFailure } from './link-failure-store.ts'
import { listVisibleLinks, type VisibleLink } from './list-visible-links.ts'

type Deps = PlanReader & { linkOpener: LinkOpener; settings: Pick<Settings, 'publicUrl' | 'linkCheck'> }
type Bounds = { cards: number; links: number; perHost: number; concurrency: number }

/** Limits per round; there are 16 rounds a night. */
const defaults: Bounds = { cards: 100, links: 200, perHost: 5, concurrency: 8 }
const firstId = '00000000-0000-0000-0000-000000000000'

/** Every 15 minutes from 01:00 to 05:00 UTC: a few links at a time. A link that failed is tried again on another night. */
export function checkLinks(deps: Deps, bounds = defaults): Job<'cards.check-links'> {
  return {
    name: 'cards.check-links',
    every: '7,22,37,52 1-4 * * *',
    async run() {
      if (!deps.settings.linkCheck) return
      const now = deps.clock.now()
      // Half of a round at most: links that stay broken keep no others from being opened.
      const failed = await gatherFailed(deps, now, Math.floor(bounds.links / 2))
      const { found, next } = await gatherNext(deps, now, { cards: bounds.cards, links: bounds.links - failed.length })
      await writeResults(deps, await openAll(deps.linkOpener, [...failed, ...found], bounds), now)
      if (next) await writeInstallation(deps.db, 'link-checks', next, now)
    },
  }
}

type Found = { subjectId: string; link: VisibleLink; hasFailed: boolean }

/** Links that failed on another night. */
async function gatherFailed(deps: Deps, now: Date, count: number): Promise<Found[]> {
  const due = await listDueFailures(deps.db, { before: anotherNight(now), count })
  const keyOf = (subjectId: string, hash: Buffer) => `${subjectId} ${hash.toString('hex')}`
  const keys = new Set(due.map(({ card, linkHash }) => keyOf(card.id, linkHash)))
  const found: Found[] = []
  for (const card of new Map(due.map((one) => [one.card.id, one.card])).values())
    found.push(...(await linksOf(deps, card)).filter(({ link }) => keys.has(keyOf(card.id, link.hash))))
  return found
}

/** Where the previous round ended. After the last card `endedAt` is set, and the next pass begins on another night. */
type Cursor = { after: string; endedAt: string | null }

/** The links of the next cards that fit into this round, shuffled so that each pass opens different links of a busy host. */
async function gatherNext(
  deps: Deps,
  now: Date,
  remaining: Pick<Bounds, 'cards' | 'links'>,
): Promise<{ found: Found[]; next: Cursor | null }> {
  const place = (await readInstallation(deps.db, 'link-checks')) as Cursor | null
  const isOver = place?.endedAt && new Date(place.endedAt) > anotherNight(now)
  if (isOver) return { found: [], next: null }
  let after = place && !place.endedAt ? place.after : firstId
  const cards = await listCardsAfter(deps.db, { after, count: remaining.cards })
  const found: Found[] = []
  for (const card of cards) {
    const links = (await linksOf(deps, card)).filter(({ hasFailed }) => !hasFailed)
    if (found.length > 0 && found.length + links.length > remaining.links) return { found: shuffle(found), next: { after, endedAt: null } }
    // Only a card with more links than a whole round is cut, each pass differently.
    found.push(...shuffle(links).slice(0, remaining.links))
    after = card.id
  }
  return { found: shuffle(found), next: { after, endedAt: cards.length < remaining.cards ? now.toISOString() : null } }
}

async function linksOf(deps: Deps, card: Subject): Promise<Found[]> {
  const links = await listVisibleLinks(deps, card)
  await deleteOtherFailures(
    deps.db,
    card.id,
    links.map(({ hash }) => hash),
  )
  const failed = new Set((await listFailures(deps.db, card.id)).map(({ linkHash }) => linkHash.toString('hex')))
  return links.map((link) => ({ subjectId: card.id, link, hasFailed: failed.has(link.hash.toString('hex')) }))
}

function shuffle<T>(all: readonly T[]): T[] {
  const keyed = all.map((one) => ({ one, key: Math.random() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one)
}

/** Opens links of one host sequentially and of several hosts in parallel. What is more than `perHost` waits for another pass. */
async function openAll(opener: LinkOpener, found: Found[], { perHost, concurrency }: Bounds): Promise<(Found & { opened: Opened })[]> {
  const hosts = Map.groupBy(found, ({ link }) => new URL(link.url).host)
  const waiting = [...hosts.values()].map((ofHost) => ofHost.slice(0, perHost))
  const results: (Found & { opened: Opened })[] = []
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      for (const one of next) results.push({ ...one, opened: await opener.open(one.link.url) })
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return results
}

async function writeResults({ db }: Deps, results: (Found & { opened: Opened })[], now: Date) {
  const isOnline = results.some(({ opened }) => opened.hasResponse)
  for (const [subjectId, ofCard] of Map.groupBy(results, (one) => one.subjectId)) {
    const before = new Map((await listFailures(db, subjectId)).map((row) => [row.linkHash.toString('hex'), row]))
    for (const { link, opened } of ofCard) {
      const outcome = evaluateAttempt(opened, before.get(link.hash.toString('hex')), { now, isOnline })
      if (outcome.kind === 'delete') await deleteFailure(db, subjectId, link.hash)
      if (outcome.kind === 'save') await upsertFailure(db, { subjectId, linkHash: link.hash, ...outcome.failure })
    }
  }
}
