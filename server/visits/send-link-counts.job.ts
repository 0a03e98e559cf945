import { findListeningCards } from '#server/connections/find-listening-cards.ts'
import { writeEvents } from '#server/connections/write-event.ts'
import { addDays, dayIn } from '#server/common/calendar.ts'
import { consume } from '#server/database/consume.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { exportLinks } from '#server/links/export-links.ts'
import type { Settings } from '#server/settings.ts'
import { countedValue } from './track-visits.ts'
import { listLinkCounts, type LinkCount } from './visit-store.ts'

type Deps = { db: Db; clock: Clock; jobs: Pick<Jobs, 'enqueueAll'>; settings: Pick<Settings, 'publicUrl'> }

const type = 'short_link.followed'
const cardsAtOnce = 200
/** Longer than the job is retried. */
const sentMs = 7 * 86_400_000

/** After midnight in UTC, records how often each short link was followed the day before, for cards with a connection that listens. */
export function sendLinkCounts({ db, clock, jobs, settings }: Deps): Job<'visits.send-link-counts'> {
  return {
    name: 'visits.send-link-counts',
    every: '12 0 * * *',
    async run() {
      const day = addDays(dayIn('UTC', clock.now()), -1)
      const listening = (after: string | null) => findListeningCards(db, { type, after, limit: cardsAtOnce })
      for (let cards = await listening(null); cards.length > 0; cards = await listening(cards.at(-1) ?? null)) {
        const counts = Map.groupBy(await listLinkCounts(db, cards, day), ({ subjectId }) => subjectId)
        for (const [subjectId, ofCard] of counts) await sendOfCard(subjectId, day, ofCard)
      }
    },
  }

  async function sendOfCard(subjectId: string, day: string, counts: readonly LinkCount[]) {
    const now = clock.now()
    const links = await exportLinks(db, subjectId, settings.publicUrl)
    const urls = new Map(links.map(({ longUrl }) => [countedValue(longUrl), longUrl]))
    // Browsers report visits, so a value may be no link of the card.
    const events = counts.flatMap(({ value, count }) => {
      const url = urls.get(value)
      return url ? [{ type, data: { link: { url, day, count } } } as const] : []
    })
    await db.transaction(async (tx) => {
      // Once per card and day, however often the job runs.
      if (await consume(tx, 'link-counts-sent', `${subjectId} ${day}`, new Date(now.getTime() + sentMs)))
        await writeEvents(tx, jobs, { subjectId, events, now })
    })
  }
}
