import { takenKinds } from '#contract/admin/abuse-choices.ts'
import { commandLine } from '#server/audit/write-act.ts'
import { takeDownAs } from '#server/admin/take-down.ts'
import { type Command, UsageError } from '../../command.ts'
import { keepMailForOwners } from '../../keep-mail-for-owners.ts'

export const takeDown: Command = {
  name: 'take-down',
  words: 'ALIAS KIND WHAT',
  purpose: 'Takes one thing of a card down: a short link, a review or a picture.',
  about:
    'KIND is link, review or picture; WHAT is the code of the link, the key of the review, or profile, cutout, logo, background or card. ' +
    'Its owner is told by mail, with the reason and how to object. Nothing is deleted. The whole card: cards disable.',
  changes: 'What visitors see. At once, on every server.',
  flags: {
    reason: { value: 'TEXT', meaning: 'Why; the owner reads it. Name no people.' },
    undo: { meaning: 'Puts it up again.' },
  },
  examples: ['take-down maren link k3Yw8QpZ --reason "Leads to a copy of a bank"', 'take-down maren picture profile --undo'],
  async run({ words: [alias = '', word = '', what = ''], text, has }, house) {
    const kind = takenKinds.find((one) => one === word)
    if (!kind) throw new UsageError(`KIND is one of ${takenKinds.join(', ')}.`)
    const isDown = !has('undo')
    const reason = (text('reason') ?? '').trim().slice(0, 300)
    if (isDown && reason === '') throw new UsageError('Say why: --reason TEXT')
    const rooms = await house.open()
    await using jobs = keepMailForOwners(rooms)
    await jobs.ready()
    const needs = { db: rooms.database.db, changes: rooms.changes, clock: house.clock, jobs }
    await takeDownAs(needs, commandLine, { alias, kind, what, isDown, reason: isDown ? reason : '' })
    house.terminal.say(isDown ? `It is down. Put it up again: take-down ${alias} ${kind} ${what} --undo` : 'It is up again.')
  },
}
