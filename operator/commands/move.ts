import { Refusal } from '#server/refusal.ts'
import type { Command } from '../command.ts'
import type { House } from '../house.ts'
import { lookAhead } from '../move/look-ahead.ts'
import { moveInstallation, type Moved } from '../move/move-installation.ts'
import { describeDatabase } from '../move/places.ts'
import { readTarget } from '../move/read-target.ts'
import { stay } from '../move/stay.ts'
import { bytes, count } from '../terminal/amounts.ts'
import { pairLines, tableLines } from '../terminal/table.ts'
import { UsageError } from '../usage-error.ts'

export const move: Command = {
  name: 'move',
  words: '',
  purpose: 'Moves everything to another database and storage.',
  about:
    'From the place the settings name to the one that FILE names: from the embedded database to a PostgreSQL of yours, from the disk to a bucket, and back. ' +
    'FILE holds the settings of the new place, a line each as NAME=value: DATABASE_URL and STORAGE_… to move up; DATA_DIR alone to come back to an embedded database. ' +
    'It may hold all other settings too: it can be the very file the new server is started with. DATA_DIR is as it is here where FILE does not name it. ' +
    'Stop every instance first. Tables go in pieces, with what waits to be done and who is signed in; then pictures. Everything is counted and compared on both sides before the new place may be started. ' +
    'Stopped in the middle, by Ctrl-C or by a crash, it goes on where it was when it is run again; or start Carte on the old place, as if nothing had been. ' +
    'Files of DATA_DIR/outbox, which are mails nobody sent, stay where they are.',
  changes:
    'The new place holds everything. The old place is left as it is, and Carte refuses to start on it, so that nothing is written in two places; --stay takes that back.',
  flags: {
    to: { value: 'FILE', meaning: 'The settings of the new place. Keep it readable by you alone: it holds passwords.' },
    'dry-run': { meaning: 'Says what would be moved and why it could not, and changes nothing. Works beside a running server.' },
    yes: { meaning: 'Lets what had been moved away from the new place, or was left half-way there, give way.' },
    stay: { meaning: 'Lets Carte start on the old place again. What was written at the new one does not come back.' },
  },
  examples: ['move --to /etc/carte/new-place.env --dry-run', 'move --to /etc/carte/new-place.env', 'move --stay'],
  async run({ text, has }, house) {
    const file = text('to')
    if (has('stay')) {
      if (file !== null) throw new UsageError('--stay takes a move back; it goes without --to.')
      return takeBack(house)
    }
    if (file === null) throw new UsageError('Say where to: move --to FILE')
    const { settings: to, isOpenToOthers } = await readTarget(file, house.settings)
    const from = house.settings
    if (describeDatabase(from) === describeDatabase(to)) {
      throw new Refusal(`${file} names the database this installation lives in already (${describeDatabase(from)}).`)
    }
    if (isOpenToOthers) house.terminal.note(`${file} can be read by others on this machine: chmod 600 ${file}`)

    const { say, note, columns } = house.terminal
    const needs = { from, to, mayReplace: has('yes'), clock: house.clock, signal: house.signal, tell: note }
    if (has('dry-run')) return pairLines(await lookAhead(needs), columns).forEach(say)
    const moved = await moveInstallation(needs)
    reportLines(moved, columns).forEach(say)
    say(`Moved and compared: ${describeDatabase(from)} is now ${describeDatabase(to)}.`)
    say(`Start Carte with the settings in ${file}. On the old place it does not start any more; move --stay would take that back.`)
  },
}

function reportLines({ tables, pictures }: Moved, columns: number): string[] {
  const full = tables.filter(({ rows }) => rows > 0)
  const empty = tables.length - full.length
  return [
    ...tableLines(
      ['table', 'rows', 'sum'],
      full.map(({ name, rows }) => [name, rows.toLocaleString('en'), 'equal']),
      columns,
    ),
    `${count(tables.length, 'table')}${empty > 0 ? `, ${empty} of them empty on both sides` : ''}.`,
    pictures
      ? `${count(pictures.count, 'file')} of pictures, ${bytes(pictures.bytes)}, equal byte for byte.`
      : 'Pictures stay where they are.',
  ]
}

async function takeBack({ settings, clock, terminal }: House) {
  const { place, state, at } = await stay(settings, clock.now())
  terminal.say('Carte starts here again.')
  if (state === 'left')
    terminal.note(`What was written in ${place} since ${at.slice(0, 16).replace('T', ' ')} UTC is not here. Do not run both.`)
}
