import { changeCard } from '#server/cards/editor/change-card.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { type Command } from '../../command.ts'
import { readFields } from '../../fields/read-fields.ts'
import { recorded } from '../../recorded.ts'
import { count } from '../../terminal/amounts.ts'

export const cardsSet: Command = {
  name: 'cards set',
  words: 'ALIAS FIELD=VALUE…',
  purpose: 'Changes fields of a card.',
  about:
    'Fields are named as cards show --all names them. Yes-or-no fields take true or false; lists and documents take JSON, and a list of words may be written with commas. ' +
    'A dotted name changes a part of a document: settings.iconPack. An empty value empties the field. ' +
    'Every value is checked as the pages’ own edits are; if one is refused, none is changed.',
  changes: 'The named fields, and the card’s revision. Visitors see it at once, on every server.',
  flags: {},
  examples: [
    'cards set maren title="Broker, GRI" phoneNumber="(207) 555-0148"',
    'cards set maren showGoogleReviews=true eCardBackgroundColor=#1f533f',
    'cards set maren grantedRights=QRCode,AdvancedShare settings.homepage.ShowTitle=false',
  ],
  async run({ words: [alias = '', ...words] }, house) {
    const { database } = await house.open()
    const { subject } = await readCard({ db: database.db, clock: house.clock }, alias)
    // What is wrong is said before anything is done; a part of a document is put into what the card holds by then.
    const fields = readFields(words, subject)
    const done = { subjectId: subject.id, alias: subject.alias, detail: { fields: Object.keys(fields) } }
    const { changes } = await recorded(house, { act: 'card.change', ...done })
    const changed = await changeCard({ changes, clock: house.clock }, subject.id, (now) => readFields(words, now))
    house.terminal.say(`${subject.alias}: ${count(Object.keys(fields).length, 'field')} changed, revision ${changed.revision}.`)
  },
}
