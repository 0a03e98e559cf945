import { aliasReservedDays } from '#contract/accounts/retention.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { nullIfUnavailable } from '#server/integrations/storage-error.ts'
import { UserError } from '#server/common/user-error.ts'
import { type Command } from '../../command.ts'
import { openAudited } from '../../audited.ts'

export const cardsRemove: Command = {
  name: 'cards remove',
  args: 'ALIAS',
  purpose: 'Removes a card for good.',
  about: `With everything that belongs to it: versions, services, contacts, visits, pictures. To hide it instead, use cards disable. The owner’s account stays. The alias cannot be used again for ${aliasReservedDays} days.`,
  changes: 'The card is deleted. Only a backup can restore it.',
  flags: { yes: { meaning: 'Confirms the removal.' } },
  examples: ['cards remove anna --yes'],
  async run({ positionals: [alias = ''], has }, context) {
    const { database, storage, claim } = await context.open()
    const { subject } = await readCard({ ...context, db: database.db }, alias)
    if (!has('yes')) {
      throw new UserError(
        `This removes ${subject.fullName || subject.alias} with all contacts and pictures, for good. Add --yes to confirm, or only hide it with: cards disable ${subject.alias}`,
      )
    }
    // Before the card is deleted: the storage may belong to another installation.
    await claim().catch(nullIfUnavailable)
    const { changes } = await openAudited(context, { act: 'card.remove', subjectId: subject.id, alias: subject.alias })
    await removeCard({ ...database, changes, storage, clock: context.clock }, subject.id)
    context.terminal.print(`Removed: ${subject.alias}.`)
  },
}
