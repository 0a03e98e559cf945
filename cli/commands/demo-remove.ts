import { removeDemo } from '#server/demo/remove-demo.ts'
import { nullIfUnavailable } from '#server/integrations/storage-error.ts'
import type { Command } from '../command.ts'
import { recordAudit } from '../audited.ts'
import { count } from '../terminal/amounts.ts'

export const demoRemove: Command = {
  name: 'demo remove',
  args: '',
  purpose: 'Removes the demo cards.',
  about:
    'Removes the demo cards with their owners’ accounts, contacts, visits and images. Your own cards stay. ' +
    'The demo cards are not created again. DEMO=off keeps them out of an empty installation from the start.',
  changes: 'The demo cards are gone.',
  flags: {},
  examples: ['demo remove'],
  async run(_, context) {
    const { database, changes, storage, claim } = await context.open()
    // Before a card is deleted: the storage may belong to another installation.
    await claim().catch(nullIfUnavailable)
    const cards = await removeDemo({ ...database, changes, storage, clock: context.clock })
    await recordAudit(context, { act: 'demo.remove', detail: { cards } })
    context.terminal.print(cards > 0 ? `${count(cards, 'demo card')} removed.` : 'There are no demo cards, and none will be created.')
  },
}
