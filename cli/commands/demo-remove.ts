import { removeDemo } from '#server/demo/remove-demo.ts'
import type { Command } from '../command.ts'
import { record } from '../recorded.ts'
import { count } from '../terminal/amounts.ts'

export const demoRemove: Command = {
  name: 'demo remove',
  words: '',
  purpose: 'Removes the demo cards.',
  about:
    'The demo cards with everything that belongs to them: their owners’ accounts, contacts, visits and pictures. Cards of your own are not touched. ' +
    'They do not come back by themselves. DEMO=off keeps them out of an empty installation from the beginning.',
  changes: 'The demo cards are gone.',
  flags: {},
  examples: ['demo remove'],
  async run(_, house) {
    const { database, changes, storage } = await house.open()
    const cards = await removeDemo({ ...database, changes, storage, clock: house.clock })
    await record(house, { act: 'demo.remove', detail: { cards } })
    house.terminal.say(cards > 0 ? `${count(cards, 'demo card')} removed.` : 'There was no demo card; none will be made.')
  },
}
