import { readPlan } from '#server/billing/orders/read-plan.ts'
import { listCards } from '#server/cards/owned/list-cards.ts'
import { isSwitchedOff } from '#server/cards/settings/off-policy.ts'
import { jsonFlag, type Command } from '../../command.ts'
import { tableLines } from '../../terminal/table.ts'

export const cardsList: Command = {
  name: 'cards list',
  args: '',
  purpose: 'Lists the cards.',
  about: 'Ordered by alias, 500 at a time. --search matches parts of an alias, a name or a company.',
  changes: 'Nothing.',
  flags: {
    search: { value: 'TEXT', meaning: 'Only cards whose alias, name or company contains TEXT.' },
    after: { value: 'ALIAS', meaning: 'Continues after this alias.' },
    ...jsonFlag,
  },
  examples: ['cards list', 'cards list --search holloway', 'cards list --json'],
  async run({ text, has }, context) {
    const { database } = await context.open()
    const deps = { ...context, db: database.db }
    const found = await listCards(database.db, { search: text('search') ?? '', after: text('after') ?? '' })
    const cards = []
    for (const subject of found) {
      const { plan } = await readPlan(deps, subject.id)
      const { id, alias, fullName, companyName, revision, isDemo } = subject
      cards.push({ id, alias, fullName, companyName, plan, isOff: isSwitchedOff(subject), isDemo, revision })
    }

    const { print, printNote, columns } = context.terminal
    const hasPlans = context.settings.plans
    if (has('json')) return print(JSON.stringify(cards, null, 2))
    if (cards.length === 0)
      return printNote(text('search') ? 'No card matches.' : 'There are no cards yet. Create one: cards create ALIAS --name NAME')
    const rows = cards.map((card) => [card.alias, card.fullName, card.companyName, ...(hasPlans ? [card.plan] : []), stateOf(card)])
    tableLines(['ALIAS', 'NAME', 'COMPANY', ...(hasPlans ? ['PLAN'] : []), 'STATE'], rows, columns).forEach((line) => print(line))
    if (cards.length === 500) printNote(`There may be more: cards list --after ${cards.at(-1)?.alias}`)
  },
}

const stateOf = ({ isOff, isDemo }: { isOff: boolean; isDemo: boolean }) => `${isOff ? 'off' : 'on'}${isDemo ? ', demo' : ''}`
