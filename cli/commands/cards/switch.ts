import { changeCard } from '#server/cards/editor/change-card.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import { tellOwners } from '#server/admin/take-down.ts'
import { type Command } from '../../command.ts'
import { keepMailForOwners } from '../../keep-mail-for-owners.ts'
import { recorded } from '../../recorded.ts'

export const cardsDisable: Command = {
  name: 'cards disable',
  words: 'ALIAS',
  purpose: 'Switches a card off.',
  about:
    'Visitors read that the card is switched off, and nothing but the name leaves the server. Its owner is told by mail, with the reason and how to object. Nothing is deleted.',
  changes: 'The card’s state. At once, on every server.',
  flags: { reason: { value: 'TEXT', meaning: 'Why; the owner reads it, and whoever asks later. Name no people.' } },
  examples: ['cards disable maren', 'cards disable maren --reason "Reported as somebody else’s"'],
  run: async ({ words: [alias = ''], text }, house) => {
    await change(alias, house, { isCardDisabled: true }, text('reason') ?? '')
    house.terminal.say(`${alias} is off. Switch it on again: cards enable ${alias}`)
  },
}

export const cardsEnable: Command = {
  name: 'cards enable',
  words: 'ALIAS',
  purpose: 'Switches a card on again.',
  about: 'Everything is shown as before it was switched off.',
  changes: 'The card’s state. At once, on every server.',
  flags: {},
  examples: ['cards enable maren'],
  run: async ({ words: [alias = ''] }, house) => {
    await change(alias, house, { isCardDisabled: false, eCardEnabled: true }, '')
    house.terminal.say(`${alias} is on.`)
  },
}

type Switch = { isCardDisabled: boolean; eCardEnabled?: boolean }

async function change(alias: string, house: Parameters<Command['run']>[1], fields: Switch, reason: string) {
  const { database } = await house.open()
  const { subject } = await readCard({ db: database.db, clock: house.clock }, alias)
  const act = fields.isCardDisabled ? 'card.disable' : 'card.enable'
  const done = { subjectId: subject.id, alias: subject.alias, ...(reason ? { detail: { reason: reason.slice(0, 300) } } : {}) }
  const rooms = await recorded(house, { act, ...done })
  if (!fields.isCardDisabled) return void (await changeCard({ changes: rooms.changes, clock: house.clock }, subject.id, fields))
  await using jobs = keepMailForOwners(rooms)
  await jobs.ready()
  const write: Changes['write'] = (work) =>
    rooms.changes.write(async (tx, tell) => {
      const result = await work(tx, tell)
      await tellOwners(jobs, tx, { subjectId: subject.id, kind: 'card', reason }, house.clock.now())
      return result
    })
  await changeCard({ changes: { ...rooms.changes, write }, clock: house.clock }, subject.id, fields)
}
