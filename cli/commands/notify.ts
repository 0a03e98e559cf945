import { listCards } from '#server/cards/owned/list-cards.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { createWebPush } from '#server/integrations/web-push.ts'
import { createLog } from '#server/integrations/log.ts'
import { sendPush } from '#server/push/send-push.ts'
import type { Command } from '../command.ts'
import type { House } from '../house.ts'
import { record } from '../recorded.ts'
import { count } from '../terminal/amounts.ts'

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
    let devices = 0
    for (const { id, alias } of cards) {
      const words = { title, body, path: `/${alias}/my-notifications`, tag: `notice-${title.slice(0, 40)}` }
      const needs = { db: database.db, clock, log, webPush, settings }
      const pushed = await sendPush(needs, id, 'General_Notifications', () => words).catch(() => ({ devices: 0, isPutOff: true }))
      devices += pushed.devices
      if (pushed.isPutOff) failed++
    }
    log.flush()
    await record(house, {
      act: 'notice.send',
      ...(text('card') === null ? {} : { alias: text('card') ?? '' }),
      detail: { cards: cards.length, devices },
    })
    terminal.say(`Sent to ${count(devices, 'device')} of ${count(cards.length, 'card')}.`)
    if (failed > 0)
      terminal.note(`For ${count(failed, 'card')} a push service asked us to try later. Send it again then; no device gets it twice.`)
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
