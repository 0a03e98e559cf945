import { cardHref } from '#contract/pages.ts'
import { CardFields } from '#contract/cards/stored-card.ts'
import { cardRights } from '#server/cards/settings/card-rights.ts'
import { isSwitchedOff } from '#server/cards/settings/off-policy.ts'
import { readCard, type ReadCard } from '#server/cards/public/read-card.ts'
import { listOwners } from '#server/accounts/list-owners.ts'
import { jsonFlag, type Command } from '../../command.ts'
import { pairLines } from '../../terminal/table.ts'

export const cardsShow: Command = {
  name: 'cards show',
  args: 'ALIAS',
  purpose: 'Shows one card.',
  about: 'Its fields, rights and owners. Fields have the names that cards set takes; empty ones are left out unless you add --all.',
  changes: 'Nothing.',
  flags: { all: { meaning: 'Every field, including empty ones.' }, ...jsonFlag },
  examples: ['cards show maren', 'cards show maren --all', 'cards show maren --json'],
  async run({ positionals: [alias = ''], has }, context) {
    const { database } = await context.open()
    const card = await readCard({ ...context, db: database.db }, alias)
    const owners = (await listOwners(database.db, card.subject.id)).map(({ email }) => email)
    const rights = [...cardRights({ plan: card.plan, granted: card.subject.grantedRights, revoked: card.subject.revokedRights })]
    const { print, columns } = context.terminal
    if (has('json'))
      return print(
        JSON.stringify(
          { ...card.subject, plan: card.plan, permissions: card.permissions, rights, owners, pictures: card.pictures },
          null,
          2,
        ),
      )

    const address = context.settings.publicUrl + cardHref({ alias: card.subject.alias }, 'home')
    const facts: [string, string][] = [
      ['alias', card.subject.alias],
      ['address', address],
      ['state', stateOf(card)],
      ...(context.settings.plans ? ([['plan', card.plan]] satisfies [string, string][]) : []),
      ['owners', owners.join(', ') || 'none'],
      ['rights', rights.join(', ')],
      ['images', listPictures(card) || 'none: visitors see initials'],
    ]
    const fields = fieldsOf(card, has('all'))
    pairLines([...facts, ...fields], columns).forEach((line) => print(line))
  },
}

function stateOf({ subject }: ReadCard): string {
  return [isSwitchedOff(subject) ? 'off' : 'on', `revision ${subject.revision}`, ...(subject.isDemo ? ['demo'] : [])].join(', ')
}

function listPictures({ pictures }: ReadCard): string {
  return Object.entries(pictures)
    .flatMap(([kind, picture]) => (picture ? [`${kind} ${picture.width} × ${picture.height}`] : []))
    .join(', ')
}

function fieldsOf({ subject }: ReadCard, isAll: boolean): [string, string][] {
  return Object.entries(subject)
    .filter(([name, value]) => name in CardFields.shape && (isAll || !isEmpty(value)))
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === '' || value === false || value === null
}
