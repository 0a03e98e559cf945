import { clearRefused, listRefusedMails } from '#server/admin/clear-refused-mail.ts'
import { clearAllRejections } from '#server/accounts/rejections/manage-rejections.ts'
import { commandLine } from '#server/audit/write-audit-entry.ts'
import { UserError } from '#server/common/user-error.ts'
import { openAudited } from '../audited.ts'
import { jsonFlag, type Command, type CommandContext, UsageError } from '../command.ts'
import { printVerdict } from '../terminal/verdict.ts'
import { verdictOf } from './mail-test.ts'

export const mailRefused: Command = {
  name: 'mail refused',
  args: '',
  purpose: 'Lists addresses that the mail server refused, and sends to them again.',
  about:
    'Only permanent refusals (5xx), with the last answer. An address that is refused three times within 30 days gets no notifications until it is cleared; refusals of a message don’t count, and login links and account emails are always tried. An accepted email clears it, and so do 90 days without a refusal.',
  changes: 'Nothing, unless --clear or --clear-all is given: then email is sent to the address again, with an entry in the audit log.',
  flags: {
    clear: { value: 'ADDRESS', meaning: 'Forgets the refusals of this address.' },
    'clear-all': { meaning: 'Forgets all of them, for example after your server was taken off a blocklist.' },
    ...jsonFlag,
  },
  examples: ['mail refused', 'mail refused --clear ada@example.com'],
  async run({ has, text }, context) {
    const address = text('clear')
    if (address !== null && has('clear-all')) throw new UsageError('Use either --clear or --clear-all.')
    if (address !== null) return clear(context, address)
    if (has('clear-all')) return clearAll(context)
    const { database } = await context.open()
    const { print, printNote } = context.terminal
    const { refused, next } = await listRefusedMails(database.db, undefined, listMax)
    if (has('json')) return print(JSON.stringify(refused, null, 2))
    if (refused.length === 0) return printNote('No address is refused.')
    for (const { step, count, lastAt, isPaused } of refused) {
      const times = `Refused ${count === 1 ? 'once' : `${count} times, last`} on ${lastAt.slice(0, 10)}.`
      const paused = isPaused ? ' Notifications are paused: mail refused --clear' : ''
      printVerdict(context.terminal, { state: isPaused ? 'bad' : 'warn', text: `${verdictOf(step).text} ${times}${paused}` })
    }
    if (next !== null) printNote(`Only the newest ${listMax}; /admin/mail has all.`)
  },
}

const listMax = 500

async function clear(context: CommandContext, address: string) {
  const { changes } = await context.open()
  await changes.write(async (tx) => {
    if (!(await clearRefused(tx, commandLine, { address }, context.clock.now()))) throw new UserError('This address is not refused.')
  })
  context.terminal.print(`The next email is sent to ${address} again.`)
}

async function clearAll(context: CommandContext) {
  const { changes } = await openAudited(context, { act: 'mail.clear' })
  const count = await changes.write((tx) => clearAllRejections(tx))
  context.terminal.print(`Cleared: ${count}.`)
}
