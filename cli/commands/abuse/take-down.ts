import { takedownKinds } from '#contract/admin/abuse-choices.ts'
import { commandLine } from '#server/audit/write-audit-entry.ts'
import { takeDownAs } from '#server/admin/take-down.ts'
import { type Command, UsageError } from '../../command.ts'
import { openQueues } from '../../open-queues.ts'

export const takeDown: Command = {
  name: 'take-down',
  args: 'ALIAS KIND WHAT',
  purpose: 'Takes down a short link, a review or an image of a card.',
  about:
    'KIND is link, review or picture; WHAT is the link’s code, the review’s key, or profile, cutout, logo, background or card. ' +
    'The owner is notified by email, with the reason and how to appeal. Nothing is deleted. To take down the whole card, use cards disable.',
  changes: 'What visitors see. Immediately, on every server.',
  flags: {
    reason: { value: 'TEXT', meaning: 'The reason, which the owner reads. Do not name people.' },
    undo: { meaning: 'Restores it.' },
  },
  examples: ['take-down maren link k3Yw8QpZ --reason "Leads to a copy of a bank"', 'take-down maren picture profile --undo'],
  async run({ positionals: [alias = '', word = '', what = ''], text, has }, context) {
    const kind = takedownKinds.find((known) => known === word)
    if (!kind) throw new UsageError(`KIND is one of ${takedownKinds.join(', ')}.`)
    const isDown = !has('undo')
    const reason = (text('reason') ?? '').trim().slice(0, 300)
    if (isDown && reason === '') throw new UsageError('A reason is missing: --reason TEXT')
    const resources = await context.open()
    await using jobs = openQueues(resources, 'abuse.mail-takedown')
    await jobs.ready()
    const deps = { ...context, db: resources.database.db, changes: resources.changes, jobs }
    await takeDownAs(deps, commandLine, { alias, kind, what, isDown, reason: isDown ? reason : '' })
    context.terminal.print(isDown ? `Taken down. Restore it with: take-down ${alias} ${kind} ${what} --undo` : 'Restored.')
  },
}
