import { prices, target } from './assumptions.ts'
import type { Cost, Weight } from './measure.ts'

type Measured = { weights: Record<string, Weight>; countsPerEvent: number; monthsPerEvent: number; costs: Record<string, Cost> }

const monthSeconds = 30.4 * 86_400
const giga = 1e9

/** Multiplies the measurements by the assumptions: lines of text, each with its derivation. */
export function extrapolate({ weights, countsPerEvent, monthsPerEvent, costs }: Measured): [string, string][] {
  const { cards, eventsPerMonth: events } = target
  const rows: Record<string, number> = {
    subject: cards,
    alias: cards,
    membership: cards,
    account: cards,
    subscription: cards,
    short_link: cards * target.shortLinksPerCard,
    contact: cards * target.contactsPerCard,
    contact_consent: cards * target.contactsPerCard,
    visit_event: events * target.monthsOfEvents,
    visit_day: events * countsPerEvent * target.monthsOfCounts,
  }
  const sizes = Object.entries(rows).map(([name, count]): [string, number, number] => {
    const { heap = 0, indexes = [] } = weights[name] ?? {}
    return [name, heap * count, indexes.reduce((sum, { bytes }) => sum + bytes, 0) * count]
  })
  const total = sizes.reduce((sum, [, heap, keys]) => sum + heap + keys, 0)
  const without = total - sizes.filter(([name]) => name === 'visit_event').reduce((sum, [, heap, keys]) => sum + heap + keys, 0)
  const keyOfEvents = (weights['visit_event']?.indexes ?? []).reduce((sum, { bytes }) => sum + bytes, 0)
  const cost = (name: string): Cost => costs[name] ?? { log: 0, nodeMs: 0, databaseMs: 0, wallMs: 0 }
  const gathered = cost('an event, gathered by the thousand')
  const contact = cost('a contact left')
  const perSecond = (month: number) => month / monthSeconds
  const logOf = (month: number, bytes: number) => perSecond(month) * bytes
  const log = logOf(events, gathered.log) + logOf(target.contactsPerMonth, contact.log)
  const coresOf = (month: number, ms: number) => (perSecond(month) * target.peak * ms) / 1000
  // An edit counts as a contact: some rows and a job, in one transaction.
  const works: [number, Cost][] = [
    [events, gathered],
    [target.pagesPerMonth * (1 - target.cacheHitShare), cost('an uncached card, as JSON')],
    [target.contactsPerMonth + target.editsPerMonth, contact],
  ]
  const ready = target.pagesPerMonth * target.cacheHitShare + events / target.eventsPerCall
  const databaseCores = works.reduce((sum, [month, { databaseMs }]) => sum + coresOf(month, databaseMs), 0)
  const nodeCores = works.reduce((sum, [month, { nodeMs }]) => sum + coresOf(month, nodeMs), coresOf(ready, target.answerMs))
  const bought = Math.ceil((databaseCores + nodeCores) * target.coresBought)
  const pictures = cards * target.picturesPerCard * target.bytesPerPicture

  return [
    ...sizes.map(([name, heap, keys]): [string, string] => [
      `${name}: ${short(rows[name] ?? 0)} rows`,
      `${gb(heap)} and ${gb(keys)} of indexes`,
    ]),
    ['all of it / without each event one by one', `${gb(total)} / ${gb(without)}`],
    ['counts by month instead of by day', gb(events * monthsPerEvent * target.monthsOfCounts * (weights['visit_day']?.heap ?? 0) * 2)],
    [
      'keys of a month of events / of a day, which want to stay in memory',
      `${gb(keyOfEvents * events)} / ${gb((keyOfEvents * events) / 30.4)}`,
    ],
    ['events a second, average / busiest hour', `${short(perSecond(events))} / ${short(perSecond(events) * target.peak)}`],
    ['writing transactions a second for them, 8 instances that gather 40 ms', `at most ${8 * 25}`],
    ['log of the database a second, average / busiest hour', `${mb(log)} / ${mb(log * target.peak)}`],
    ['log a day, for backups and replicas', gb(log * 86_400)],
    [
      'pages a second, average / busiest hour',
      `${short(perSecond(target.pagesPerMonth))} / ${short(perSecond(target.pagesPerMonth) * target.peak)}`,
    ],
    [
      'cores in the busiest hour, of PostgreSQL for events / uncached pages / contacts and edits',
      works.map(([month, { databaseMs }]) => cores(coresOf(month, databaseMs))).join(' / '),
    ],
    [
      'the same of Node, and for what is ready and calls of events',
      [...works.map(([month, { nodeMs }]) => coresOf(month, nodeMs)), coresOf(ready, target.answerMs)].map(cores).join(' / '),
    ],
    ['cores in the busiest hour, of PostgreSQL / of Node', `${cores(databaseCores)} / ${cores(nodeCores)}`],
    ['cores bought, and what they cost a month', `${bought}, ${money(bought * prices.coreMonth)}`],
    ['pictures', `${gb(pictures)} in ${short(cards * target.picturesPerCard)} sets`],
    ['sent to visitors a month', gb(target.pagesPerMonth * target.bytesPerVisit)],
    ['disk a month, one primary and one replica', money(((total * 2) / giga) * prices.gigabyteOfDiskMonth)],
    ['the same without each event one by one', money(((without * 2) / giga) * prices.gigabyteOfDiskMonth)],
    ['objects a month', money((pictures / giga) * prices.gigabyteOfObjectsMonth)],
    ['sending a month', money(((target.pagesPerMonth * target.bytesPerVisit) / giga) * prices.gigabyteSent)],
  ]
}

const rounded = (value: number) => Number(value.toPrecision(2)).toLocaleString('en')
const gb = (bytes: number) => `${rounded(bytes / giga)} GB`
const mb = (bytes: number) => `${rounded(bytes / 1e6)} MB`
const short = (count: number) => rounded(count)
const cores = (value: number) => value.toFixed(2)
const money = (amount: number) => `about ${rounded(amount)}`
