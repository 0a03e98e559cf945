import { commandLine } from '#server/audit/write-act.ts'
import { listBlockedHosts } from '#server/cards/editor/block-host.ts'
import { blockHostAs } from '#server/admin/keep-reports.ts'
import { jsonFlag, type Command } from '../../command.ts'

export const hostsList: Command = {
  name: 'hosts list',
  words: '',
  purpose: 'Lists the hosts that no card and no short link leads to.',
  about: 'In their order, 500 at a time.',
  changes: 'Nothing.',
  flags: { after: { value: 'HOST', meaning: 'Goes on behind this one.' }, ...jsonFlag },
  examples: ['hosts list'],
  async run({ has, text }, house) {
    const { database } = await house.open()
    const hosts = await listBlockedHosts(database.db, text('after') ?? '')
    const { say, note } = house.terminal
    if (has('json')) return say(JSON.stringify(hosts, null, 2))
    if (hosts.length === 0) return note('None is blocked.')
    for (const { host, note: why } of hosts) say(why ? `${host}  ${why}` : host)
  },
}

const doing = (isBlocked: boolean): Command['run'] =>
  async function run({ words: [host = ''], text }, house) {
    const { database, changes } = await house.open()
    const asked = { host, isBlocked, reason: (text('reason') ?? '').slice(0, 300) }
    const understood = await blockHostAs({ db: database.db, changes, clock: house.clock }, commandLine, asked)
    house.terminal.say(isBlocked ? `Nobody is led to ${understood} any more.` : `${understood} is a host like others again.`)
  }

export const hostsBlock: Command = {
  name: 'hosts block',
  words: 'HOST',
  purpose: 'Blocks a host, and all under it.',
  about:
    'No card publishes a link there, and short links that lead there say so instead. Cards that have such a link already keep showing it.',
  changes: 'Where short links lead. At once, on every server.',
  flags: { reason: { value: 'TEXT', meaning: 'Why, for whoever asks later.' } },
  examples: ['hosts block evil.example --reason "Copies of banks"'],
  run: doing(true),
}

export const hostsRelease: Command = {
  name: 'hosts release',
  words: 'HOST',
  purpose: 'Lets a blocked host go.',
  about: 'Short links that led there lead there again.',
  changes: 'Where short links lead. At once, on every server.',
  flags: {},
  examples: ['hosts release evil.example'],
  run: doing(false),
}
