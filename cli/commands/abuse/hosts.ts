import { commandLine } from '#server/audit/write-audit-entry.ts'
import { listBlockedHosts } from '#server/cards/editor/block-host.ts'
import { blockHostAs } from '#server/admin/reports-and-hosts.ts'
import { jsonFlag, type Command } from '../../command.ts'

export const hostsList: Command = {
  name: 'hosts list',
  args: '',
  purpose: 'Lists the blocked hosts.',
  about: 'No card publishes a link to a blocked host, and no short link leads there. In alphabetical order, 500 at a time.',
  changes: 'Nothing.',
  flags: { after: { value: 'HOST', meaning: 'Continues after this host.' }, ...jsonFlag },
  examples: ['hosts list'],
  async run({ has, text }, context) {
    const { database } = await context.open()
    const hosts = await listBlockedHosts(database.db, text('after') ?? '')
    const { print, printNote } = context.terminal
    if (has('json')) return print(JSON.stringify(hosts, null, 2))
    if (hosts.length === 0) return printNote('No hosts are blocked.')
    for (const { host, note: why } of hosts) print(why ? `${host}  ${why}` : host)
  },
}

const setBlocked = (isBlocked: boolean): Command['run'] =>
  async function run({ positionals: [host = ''], text }, context) {
    const { database, changes } = await context.open()
    const input = { host, isBlocked, reason: (text('reason') ?? '').slice(0, 300) }
    const blocked = await blockHostAs({ db: database.db, changes, clock: context.clock }, commandLine, input)
    context.terminal.print(isBlocked ? `Blocked: ${blocked}. Undo it with: hosts unblock ${blocked}` : `No longer blocked: ${blocked}.`)
  }

export const hostsBlock: Command = {
  name: 'hosts block',
  args: 'HOST',
  purpose: 'Blocks a host and its subdomains.',
  about:
    'No card can publish a link to it, and short links to it show a notice instead. Cards that already have such a link keep showing it.',
  changes: 'Where short links lead. Immediately, on every server.',
  flags: { reason: { value: 'TEXT', meaning: 'The reason, for your records.' } },
  examples: ['hosts block evil.example --reason "Copies of banks"'],
  run: setBlocked(true),
}

export const hostsUnblock: Command = {
  name: 'hosts unblock',
  args: 'HOST',
  purpose: 'Unblocks a host.',
  about: 'Short links to it work again.',
  changes: 'Where short links lead. Immediately, on every server.',
  flags: {},
  examples: ['hosts unblock evil.example'],
  run: setBlocked(false),
}
