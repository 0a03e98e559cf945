import { assertRecentLogin } from '#server/accounts/sign-in/assert-recent-login.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { listCardsAfter } from '#server/cards/owned/list-cards.ts'
import type { CardLine } from '#contract/admin/admin.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { writeCsvLine } from '#server/common/write-csv.ts'
import { conditionsOf, describeCards, type Deps, type Filters } from './search-cards-of-all.ts'

type Row = { line: CardLine; email: string }

/** A moment as a spreadsheet reads it. */
const moment = (at: string | null) => (at === null ? '' : at.slice(0, 16).replace('T', ' '))

const columns: readonly [string, (row: Row) => string][] = [
  ['Address', ({ line }) => line.alias],
  ['Name', ({ line }) => line.fullName],
  ['Company', ({ line }) => line.companyName],
  ['Email', ({ email }) => email],
  ['Owners', ({ line }) => line.owners.join(', ')],
  ['Plan', ({ line }) => planOf(line)],
  ['Status', ({ line }) => statusOf(line)],
  ['Demo', ({ line }) => (line.isDemo ? 'yes' : '')],
  ['Contacts', ({ line }) => String(line.contacts)],
  ['Views, 30 days', ({ line }) => String(line.views)],
  ['Last active (UTC)', ({ line }) => moment(line.lastActiveAt)],
  ['Created (UTC)', ({ line }) => moment(line.createdAt)],
]

const batchSize = 500

/** The cards that these filters find, oldest first, as a stream of batches. Recorded in the audit log. */
export async function exportCards(deps: Deps & { changes: Changes }, caller: Caller, filters: Filters): Promise<AsyncGenerator<string>> {
  // An unattended screen or a copied session must not be enough to export all cards.
  if (caller.kind === 'owner') await assertRecentLogin(deps, caller)
  const actor = await readActor(deps.db, caller)
  const { search, plan, state, active, withDemo } = filters
  // Not what was searched for: it may be a person’s name.
  const detail = { filters: [search && 'search', plan, state, active, withDemo && 'demo'].flatMap((filter) => filter || []) }
  await deps.changes.write((tx) => writeAuditEntry(tx, actor, { act: 'card.export', detail }, deps.clock.now()))
  return writeRows(deps, filters)
}

async function* writeRows(deps: Deps, filters: Filters) {
  // For Excel: a byte order mark.
  yield `\uFEFF${writeCsvLine(columns.map(([name]) => name))}`
  for (let after = ''; ;) {
    const cards = await listCardsAfter(deps.db, conditionsOf(deps, filters), after, batchSize)
    const lines = await describeCards(deps, cards)
    const rows = lines.map((line, at) => ({ line, email: cards[at]?.emailAddress ?? '' }))
    yield rows.map((row) => writeCsvLine(columns.map(([, read]) => read(row)))).join('')
    after = cards.at(-1)?.id ?? ''
    if (cards.length < batchSize) return
  }
}

function planOf({ isPastDue, isTrial, plan }: CardLine): string {
  if (isPastDue) return 'Past due'
  if (isTrial) return 'Trial'
  return plan === 'PRO' ? 'PRO' : 'Free'
}

function statusOf({ isDisabled, isOff }: CardLine): string {
  if (isDisabled) return 'Taken down'
  return isOff ? 'Off' : 'Live'
}
