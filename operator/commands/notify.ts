import { listCards } from '#server/cards/list-cards.ts'
import { readCard } from '#server/cards/read-card.ts'
import { createWebPush } from '#server/outside/web-push.ts'
import { createLog } from '#server/outside/log.ts'
import { sendPush } from '#server/push/send-push.ts'
import type { Command } from '../command.ts'
import type { House } from '../house.ts'
import { record } from '../recorded.ts'

export const notify: Command = {
  name: 'notify',
  words: 'TITLE BODY',
  purpose: 'Sends a notice to owners’ devices.',
  about:
    'It goes to every device whose owner turned general notifications on: of one card, or of all. It arrives at the push services of the browsers and nowhere else, so it should say nothing that is secret. Sent twice with the same words, it is shown once.',
  changes: 'Nothing here. Devices that listen no more are forgotten.',
  flags: { card: { meaning: 'Only the owners of this card.', value: 'ALIAS' } },
  examples: ['notify "New version" "Your card opens faster from today."', 'notify "Open house" "See you on Sunday." --card maren'],
  async run({ words: [title = '', body = ''], text }, house) {
    const { database } = await house.open()
    const { settings, clock, terminal } = house
    const log = createLog('warn')
    const webPush = createWebPush({ settings, db: database.db, clock, log })
    const cards = await chosen(house, text('card'))
    let failed = 0
    for (const { id, alias } of cards) {
      const words = { title, body, path: `/${alias}/my-notifications`, tag: `notice-${title.slice(0, 40)}` }
      await sendPush({ db: database.db, clock, log, webPush, settings }, id, 'General_Notifications', () => words).catch(() => failed++)
    }
    log.flush()
    await record(house, {
      act: 'notice.send',
      ...(text('card') === null ? {} : { alias: text('card') ?? '' }),
      detail: { cards: cards.length },
    })
    terminal.say(`Sent to the devices of ${cards.length} ${cards.length === 1 ? 'card' : 'cards'}.`)
    if (failed > 0) terminal.note(`A push service put off ${failed} of them. Send it again later: who has it is not told twice.`)
  },
}

async function chosen(house: House, alias: string | null): Promise<{ id: string; alias: string }[]> {
  const { database } = await house.open()
  if (alias !== null) return [(await readCard({ db: database.db, clock: house.clock }, alias)).subject]
  const all: { id: string; alias: string }[] = []
  for (let after = ''; ;) {
    const some = await listCards(database.db, { after })
    all.push(...some)
    const last = some.at(-1)
    if (!last) return all
    after = last.alias
  }
}
