import { listCards } from '#server/cards/owned/list-cards.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { createWebPush } from '#server/integrations/web-push.ts'
import { createLog } from '#server/integrations/log.ts'
import { addNotice } from '#server/inbox/add-notice.ts'
import { noticeText } from '#server/inbox/notice-text.ts'
import { sendPush } from '#server/push/send-push.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command.ts'
import { recordAudit } from '../audited.ts'
import { count } from '../terminal/amounts.ts'

export const notify: Command = {
  name: 'notify',
  args: 'TITLE BODY',
  purpose: 'Sends a notification to owners’ inboxes and devices.',
  about:
    'It goes to the inbox of one card’s owners or of all, and to their devices with general notifications turned on. It passes through the push services of the browsers, so do not include secrets. If you send the same text twice within two days, it is shown once.',
  changes: 'The inboxes of these owners. Devices that have unsubscribed are removed.',
  flags: { card: { meaning: 'Only the owners of this card.', value: 'ALIAS' } },
  examples: ['notify "New version" "Your card opens faster from today."', 'notify "Open house" "See you on Sunday." --card maren'],
  async run({ positionals: [title = '', body = ''], text }, context) {
    const { database, changes } = await context.open()
    const { settings, clock, terminal } = context
    const log = createLog('warn')
    const webPush = createWebPush({ settings, db: database.db, clock, log })
    const cards = await selectCards(context, text('card'))
    const [only] = text('card') === null ? [] : cards
    const notice = await addNotice({ changes, clock }, { subjectId: only?.id ?? null, title, body })
    let failed = 0
    let devices = 0
    for (const { id, alias } of cards) {
      const deps = { db: database.db, clock, log, webPush, settings }
      const pushed = await sendPush(deps, id, 'General_Notifications', () => noticeText(alias, notice)).catch(() => ({
        devices: 0,
        isDeferred: true,
      }))
      devices += pushed.devices
      if (pushed.isDeferred) failed++
    }
    log.flush()
    await recordAudit(context, {
      act: 'notice.send',
      ...(text('card') === null ? {} : { alias: text('card') ?? '' }),
      detail: { cards: cards.length, devices },
    })
    terminal.print(`Added to the inbox of ${count(cards.length, 'card')}, and sent to ${count(devices, 'device')}.`)
    if (failed > 0)
      terminal.printNote(
        `For ${count(failed, 'card')} a push service asked to try again later. Send it again then; no device gets it twice.`,
      )
  },
}

async function selectCards(context: CommandContext, alias: string | null): Promise<{ id: string; alias: string }[]> {
  const { database } = await context.open()
  if (alias !== null) return [(await readCard({ ...context, db: database.db }, alias)).subject]
  const all: { id: string; alias: string }[] = []
  for (let after = ''; ;) {
    const some = await listCards(database.db, { after })
    all.push(...some)
    const last = some.at(-1)
    if (!last) return all
    after = last.alias
  }
}
