import { changeCard } from '#server/cards/editor/change-card.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import { notifyOwners } from '#server/admin/take-down.ts'
import { type Command } from '../../command.ts'
import { openQueues } from '../../open-queues.ts'
import { openAudited } from '../../audited.ts'

export const cardsDisable: Command = {
  name: 'cards disable',
  args: 'ALIAS',
  purpose: 'Takes a card offline.',
  about:
    'Visitors see that the card is unavailable, and only its name leaves the server. The owner is notified by email, with the reason and how to appeal. Nothing is deleted.',
  changes: 'The card’s status. Immediately, on every server.',
  flags: { reason: { value: 'TEXT', meaning: 'The reason, which the owner reads and the audit log stores. Do not name people.' } },
  examples: ['cards disable maren', 'cards disable maren --reason "Reported as a stolen identity"'],
  run: async ({ positionals: [alias = ''], text }, context) => {
    await change(alias, context, { isCardDisabled: true }, text('reason') ?? '')
    context.terminal.print(`${alias} is off. Turn it on again with: cards enable ${alias}`)
  },
}

export const cardsEnable: Command = {
  name: 'cards enable',
  args: 'ALIAS',
  purpose: 'Puts a card back online.',
  about: 'It looks as it did before it was disabled.',
  changes: 'The card’s status. Immediately, on every server.',
  flags: {},
  examples: ['cards enable maren'],
  run: async ({ positionals: [alias = ''] }, context) => {
    await change(alias, context, { isCardDisabled: false, eCardEnabled: true }, '')
    context.terminal.print(`${alias} is on.`)
  },
}

type Switch = { isCardDisabled: boolean; eCardEnabled?: boolean }

async function change(alias: string, context: Parameters<Command['run']>[1], fields: Switch, reason: string) {
  const { database } = await context.open()
  const { subject } = await readCard({ ...context, db: database.db }, alias)
  const act = fields.isCardDisabled ? 'card.disable' : 'card.enable'
  const done = { subjectId: subject.id, alias: subject.alias, ...(reason ? { detail: { reason: reason.slice(0, 300) } } : {}) }
  const resources = await openAudited(context, { act, ...done })
  const isDown = fields.isCardDisabled
  // Owners get no email about a card that was not down.
  if (!isDown && !subject.isCardDisabled)
    return void (await changeCard({ changes: resources.changes, clock: context.clock }, subject.id, fields))
  await using jobs = openQueues(resources, isDown ? 'abuse.mail-takedown' : 'abuse.mail-restored')
  await jobs.ready()
  const write: Changes['write'] = (work) =>
    resources.changes.write(async (tx, notify) => {
      const result = await work(tx, notify)
      await notifyOwners(jobs, tx, { subjectId: subject.id, kind: 'card', isDown, reason }, context.clock.now())
      return result
    })
  await changeCard({ changes: { ...resources.changes, write }, clock: context.clock }, subject.id, fields)
}
