import { endAllSessions } from '#server/accounts/sessions/end-session.ts'
import { listOwners } from '#server/accounts/list-owners.ts'
import type { DoneAct } from '#server/audit/write-act.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { Refusal } from '#server/refusal.ts'
import type { Command } from '../command.ts'
import type { House } from '../house.ts'
import { forWhom, recorded } from '../recorded.ts'

export const sessionsEnd: Command = {
  name: 'sessions end',
  words: 'EMAIL|ALIAS',
  purpose: 'Signs somebody out everywhere.',
  about:
    'Named by a card, all its owners are signed out. They sign in again as before: whoever knows their password, or reads their mail, does so too. A lost phone is locked out by this; a known password wants a new one as well.',
  changes: 'Every session of the account is over with its next request, on every server.',
  flags: {},
  examples: ['sessions end maren@example.com', 'sessions end maren'],
  async run({ words: [whom = ''] }, house) {
    const { emails, done } = whom.includes('@') ? await byEmail(house, whom) : await byCard(house, whom)
    const { changes } = await recorded(house, { act: 'sessions.end', ...done })
    const ended = await changes.write((tx) => endAllSessions(tx, emails))
    house.terminal.say(ended === 0 ? 'Nobody was signed in.' : `Ended: ${ended}.`)
  },
}

type Named = { emails: string[]; done: Omit<DoneAct, 'act'> }

async function byEmail(house: House, given: string): Promise<Named> {
  const { database } = await house.open()
  const email = given.trim().toLowerCase()
  const done = await forWhom(database.db, email)
  if (!done) throw new Refusal(`There is no account with the e-mail ${given}. cards show ALIAS tells whose a card is.`)
  return { emails: [email], done }
}

async function byCard(house: House, alias: string): Promise<Named> {
  const { database } = await house.open()
  const { subject } = await readCard({ db: database.db, clock: house.clock }, alias)
  const owners = await listOwners(database.db, subject.id)
  if (owners.length === 0) throw new Refusal(`${subject.alias} belongs to nobody yet.`)
  return { emails: owners.map(({ email }) => email), done: { subjectId: subject.id, alias: subject.alias } }
}
