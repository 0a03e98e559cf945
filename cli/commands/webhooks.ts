import { z } from 'zod'
import { parseHost, switchHostAs } from '#server/admin/switch-host.ts'
import { commandLine } from '#server/audit/write-audit-entry.ts'
import { readHosts } from '#server/connections/hosts/read-hosts.ts'
import { sendToHostAgain } from '#server/connections/hosts/send-to-host.ts'
import { UserError } from '#server/common/user-error.ts'
import { recordAudit } from '../audited.ts'
import { jsonFlag, type Command, type CommandContext, UsageError } from '../command.ts'
import { openQueues } from '../open-queues.ts'
import { count } from '../terminal/amounts.ts'
import { tableLines } from '../terminal/table.ts'

export const webhooksList: Command = {
  name: 'webhooks list',
  args: '',
  purpose: 'Shows what waits to be sent to connections, and hosts that fail.',
  about:
    'Of all cards: how many jobs wait and how late the oldest one is, up to 50 hosts that don’t answer with their last answer, and the hosts that are switched off.',
  changes: 'Nothing.',
  flags: jsonFlag,
  examples: ['webhooks list', 'webhooks list --json'],
  async run({ has }, context) {
    const { database } = await context.open()
    const { print, printNote, columns } = context.terminal
    const found = await readHosts(database.db)
    if (has('json')) return print(JSON.stringify(found, null, 2))
    const { waiting, overdueSeconds, failing, off } = found
    print(`Waiting: ${waiting}${overdueSeconds < 1 ? '' : `, behind by ${count(Math.round(overdueSeconds), 'second')}`}`)
    if (failing.length === 0) printNote('All hosts answer.')
    else {
      const rows = failing.map(({ host, connections, waiting: itsWaiting, since, status, answer, reason }) => [
        host,
        String(connections),
        String(itsWaiting),
        minuteOf(since),
        [status, reason ?? answer].filter((part) => part !== null).join(' '),
      ])
      tableLines(['Failing host', 'Connections', 'Waiting', 'Since', 'Last answer'], rows, columns).forEach(print)
    }
    if (off.length === 0) return
    const rows = off.map(({ host, connections, offAt, reason }) => [host, String(connections), minuteOf(offAt), reason])
    tableLines(['Switched off', 'Connections', 'Since', 'Reason'], rows, columns).forEach(print)
  },
}

const minuteOf = (at: string) => `${at.slice(0, 16).replace('T', ' ')}Z`

export const webhooksOff: Command = {
  name: 'webhooks off',
  args: 'HOST',
  purpose: 'Stops sending to a host, for all cards.',
  about:
    'HOST is a name such as hooks.example.com, with its port if that is not the default. Its connections are switched off, and owners are notified by email and on their page. No connection to it can be added. Events are kept for 30 days.',
  changes: 'Connections of all cards to this host. Immediately, on every server.',
  flags: { reason: { value: 'TEXT', meaning: 'The reason, for your records.' } },
  examples: ['webhooks off hooks.example.com --reason "Hangs since Friday"'],
  async run({ positionals: [host = ''], text }, context) {
    const done = await setOff(context, { host, isOff: true, reason: (text('reason') ?? '').slice(0, 300), sendMissed: false })
    context.terminal.print(
      `Switched off: ${done.host}, ${count(done.connections, 'connection')}. Allow it again with: webhooks on ${done.host}`,
    )
    if (done.connections === 0) context.terminal.printNote('No connection that is on uses this host. Check its spelling.')
  },
}

export const webhooksOn: Command = {
  name: 'webhooks on',
  args: 'HOST',
  purpose: 'Sends to a host again.',
  about: 'The connections that were switched off with it are switched on, and what they missed within 30 days is sent.',
  changes: 'Connections of all cards to this host.',
  flags: { 'skip-missed': { meaning: 'Sends only what is new.' } },
  examples: ['webhooks on hooks.example.com', 'webhooks on hooks.example.com --skip-missed'],
  async run({ positionals: [host = ''], has }, context) {
    const done = await setOff(context, { host, isOff: false, reason: '', sendMissed: !has('skip-missed') })
    context.terminal.print(`Allowed again: ${done.host}, ${count(done.connections, 'connection')}.`)
  },
}

async function setOff(context: CommandContext, input: Parameters<typeof switchHostAs>[2]) {
  const resources = await context.open()
  await using jobs = openQueues(resources, 'connections.mail', 'connections.resume')
  return await switchHostAs({ db: resources.database.db, changes: resources.changes, clock: context.clock, jobs }, commandLine, input)
}

export const webhooksRetry: Command = {
  name: 'webhooks retry',
  args: 'HOST-OR-ID',
  purpose: 'Sends what waits or failed again, to a host or to one connection.',
  about:
    'HOST-OR-ID is a host as webhooks list shows it, or the id of a connection. Everything that waits or failed within 30 days is due at once and starts over with its ten attempts. Connections that are off are left alone.',
  changes: 'Deliveries are sent by the running server. Receivers can get an event twice.',
  flags: {},
  examples: ['webhooks retry hooks.example.com', 'webhooks retry 019770c2-5f0a-7c3e-9a41-2f1d0c9b7e55'],
  async run({ positionals: [typed = ''] }, context) {
    const host = parseHost(typed)
    if (!host) throw new UsageError(`“${typed}” is neither a host nor the id of a connection.`)
    const to = z.uuid().safeParse(typed).success ? { id: typed } : { host }
    const resources = await context.open()
    await using jobs = openQueues(resources, 'connections.deliver')
    await jobs.ready()
    const { connections, deliveries } = await sendToHostAgain({ db: resources.database.db, clock: context.clock, jobs }, to)
    if (connections === 0) throw new UserError('There is no connection to it that is on.')
    await recordAudit(context, { act: 'connection-host.retry', detail: { host: typed } })
    context.terminal.print(`Sent again: ${count(deliveries, 'delivery', 'deliveries')}, ${count(connections, 'connection')}.`)
  },
}
