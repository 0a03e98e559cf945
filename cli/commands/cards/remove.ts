import { aliasRestsDays } from '#contract/accounts/keeping.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { Refusal } from '#server/refusal.ts'
import { type Command } from '../../command.ts'
import { recorded } from '../../recorded.ts'

export const cardsRemove: Command = {
  name: 'cards remove',
  words: 'ALIAS',
  purpose: 'Removes a card for good.',
  about: `With everything that belongs to it: versions, services, contacts, visits, pictures. To hide it instead: cards disable. The owner’s account stays. Nobody can take the address for ${aliasRestsDays} days.`,
  changes: 'The card is gone. Only a backup brings it back.',
  flags: { yes: { meaning: 'Says that you mean it.' } },
  examples: ['cards remove anna --yes'],
  async run({ words: [alias = ''], has }, house) {
    const { database, storage } = await house.open()
    const { subject } = await readCard({ db: database.db, clock: house.clock }, alias)
    if (!has('yes')) {
      throw new Refusal(
        `This removes ${subject.fullName || subject.alias} with all contacts and pictures, for good. Add --yes if you mean it; cards disable ${subject.alias} only hides it.`,
      )
    }
    const { changes } = await recorded(house, { act: 'card.remove', subjectId: subject.id, alias: subject.alias })
    await removeCard({ ...database, changes, storage, clock: house.clock }, subject.id)
    house.terminal.say(`${subject.alias} is removed.`)
  },
}
