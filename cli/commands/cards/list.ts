import { readPlan } from '#server/billing/orders/read-plan.ts'
import { listCards } from '#server/cards/owned/list-cards.ts'
import { isSwitchedOff } from '#server/cards/settings/off-policy.ts'
import { jsonFlag, type Command } from '../../command.ts'
import { tableLines } from '../../terminal/table.ts'

export const cardsList: Command = {
  name: 'cards list',
  words: '',
  purpose: 'Lists the cards.',
  about: 'In the order of their aliases, 500 at a time. --search finds parts of an alias, a name or a company.',
  changes: 'Nothing.',
  flags: {
    search: { value: 'TEXT', meaning: 'Only cards whose alias, name or company holds TEXT.' },
    after: { value: 'ALIAS', meaning: 'Goes on behind this alias.' },
    ...jsonFlag,
  },
  examples: ['cards list', 'cards list --search holloway', 'cards list --json'],
  async run({ text, has }, house) {
    const { database } = await house.open()
    const needs = { db: database.db, clock: house.clock }
    const found = await listCards(database.db, { search: text('search') ?? '', after: text('after') ?? '' })
    const cards = []
    for (const subject of found) {
      const { plan } = await readPlan(needs, subject.id)
      const { id, alias, fullName, companyName, revision, isDemo } = subject
      cards.push({ id, alias, fullName, companyName, plan, isOff: isSwitchedOff(subject), isDemo, revision })
    }

    const { say, note, columns } = house.terminal
    if (has('json')) return say(JSON.stringify(cards, null, 2))
    if (cards.length === 0)
      return note(text('search') ? 'No card holds that.' : 'There is no card yet. Make one: cards create ALIAS --name NAME')
    const rows = cards.map((card) => [card.alias, card.fullName, card.companyName, card.plan, stateOf(card)])
    tableLines(['ALIAS', 'NAME', 'COMPANY', 'PLAN', 'STATE'], rows, columns).forEach((line) => say(line))
    if (cards.length === 500) note(`There may be more: cards list --after ${cards.at(-1)?.alias}`)
  },
}

const stateOf = ({ isOff, isDemo }: { isOff: boolean; isDemo: boolean }) => `${isOff ? 'off' : 'on'}${isDemo ? ', demo' : ''}`
