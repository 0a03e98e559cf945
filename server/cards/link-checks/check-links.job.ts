import { firstId } from '#server/database/new-id.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { readInstallation, writeInstallation } from '#server/database/installation.ts'
import type { LinkOpener, Opened } from '#server/integrations/link-opener.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Settings } from '#server/settings.ts'
import type { Subject } from '../tables.ts'
import { anotherNight, domainOf, evaluateAttempt } from './link-check-policy.ts'
import { deleteFailure, deleteOtherFailures, listCardsAfter, listDueFailures, listFailures, upsertFailure } from './link-failure-store.ts'
import { listVisibleLinks, type VisibleLink } from './list-visible-links.ts'

type Deps = PlanReader & { linkOpener: LinkOpener; settings: Pick<Settings, 'publicUrl' | 'linkCheck'> }
type Bounds = { cards: number; links: number; perDomain: number; concurrency: number }

/** Limits per round; there are 16 rounds a night. */
const defaults: Bounds = { cards: 100, links: 200, perDomain: 5, concurrency: 8 }

/** Every 15 minutes from 01:00 to 05:00 UTC: a few links at a time. A link that failed is tried again on another night. */
export function checkLinks(deps: Deps, bounds = defaults): Job<'cards.check-links'> {
  return {
    name: 'cards.check-links',
    every: '7,22,37,52 1-4 * * *',
    async run() {
      if (!deps.settings.linkCheck) return
      const now = deps.clock.now()
      const failed = await gatherFailed(deps, now, bounds)
      const { found, next } = await gatherNext(deps, now, { cards: bounds.cards, links: bounds.links - failed.length })
      // Shuffled, so that each pass opens different links of a busy domain.
      await writeResults(deps, await openAll(deps.linkOpener, shuffle([...failed, ...found]), bounds), now)
      if (next) await writeInstallation(deps.db, 'link-checks', next, now)
    },
  }
}

type Found = { subjectId: string; link: VisibleLink; hasFailed: boolean }

/** Links that failed on another night: a few of each domain, chosen from more, because one with many would take all places. */
async function gatherFailed(deps: Deps, now: Date, { links, perDomain }: Bounds): Promise<Found[]> {
  // Half of a round at most: links that stay broken keep no others from being opened.
  const count = Math.floor(links / 2)
  const due = await listDueFailures(deps.db, { before: anotherNight(now), count: count * 4 })
  const keyOf = (subjectId: string, hash: Buffer) => `${subjectId} ${hash.toString('hex')}`
  const keys = new Set(due.map(({ card, linkHash }) => keyOf(card.id, linkHash)))
  const found: Found[] = []
  for (const card of new Map(due.map((one) => [one.card.id, one.card])).values())
    found.push(...(await linksOf(deps, card)).filter(({ link }) => keys.has(keyOf(card.id, link.hash))))
  return byDomain(found)
    .flatMap((ofDomain) => ofDomain.slice(0, perDomain))
    .slice(0, count)
}

const byDomain = (found: Found[]) => [...Map.groupBy(found, ({ link }) => domainOf(new URL(link.url).hostname)).values()]

/** Where the previous round ended. After the last card `endedAt` is set, and the next pass begins on another night. */
type Cursor = { after: string; endedAt: string | null }

/** The links of the next cards that fit into this round. */
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
    if (found.length > 0 && found.length + links.length > remaining.links) return { found, next: { after, endedAt: null } }
    // Only a card with more links than a whole round is cut, each pass differently.
    found.push(...shuffle(links).slice(0, remaining.links))
    after = card.id
  }
  return { found, next: { after, endedAt: cards.length < remaining.cards ? now.toISOString() : null } }
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

/**
 * Opens links of one domain sequentially and of several domains in parallel. Of each domain a few: the others wait for another round. Once
 * one gets no answer, the others of its domain count as unanswered too, so that a silent domain costs one attempt.
 */
async function openAll(opener: LinkOpener, found: Found[], { perDomain, concurrency }: Bounds): Promise<(Found & { opened: Opened })[]> {
  const waiting = byDomain(found)
  const results: (Found & { opened: Opened })[] = []
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      let isSilent = false
      for (const one of next.slice(0, perDomain)) {
        const opened = isSilent ? unanswered : await opener.open(one.link.url)
        isSilent ||= isUnanswered(opened)
        results.push({ ...one, opened })
      }
      if (isSilent) results.push(...next.slice(perDomain).map((one) => ({ ...one, opened: unanswered })))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return results
}

const unanswered: Opened = { state: 'unknown', hasResponse: false }
const isUnanswered = ({ state, hasResponse }: Opened) => state === 'unknown' && !hasResponse

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
