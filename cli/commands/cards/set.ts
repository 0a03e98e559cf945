import { changeCard } from '#server/cards/editor/change-card.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { type Command } from '../../command.ts'
import { readFields } from '../../fields/read-fields.ts'
import { openAudited } from '../../audited.ts'
import { count } from '../../terminal/amounts.ts'

export const cardsSet: Command = {
  name: 'cards set',
  args: 'ALIAS FIELD=VALUE…',
  purpose: 'Changes fields of a card.',
  about:
    'For the names of fields see cards show --all. Switches take true or false; lists and documents take JSON, and a list of words may use commas. ' +
    'A dotted name changes a part of a document: settings.iconPack. An empty value clears the field. ' +
    'Every value is validated as in the editor; if one is invalid, nothing is changed.',
  changes: 'The named fields, and the card’s revision. Visitors see it immediately, on every server.',
  flags: {},
  examples: [
    'cards set maren title="Broker, GRI" phoneNumber="(207) 555-0148"',
    'cards set maren showGoogleReviews=true eCardBackgroundColor=#1f533f',
    'cards set maren grantedRights=QRCode,AdvancedShare settings.homepage.ShowTitle=false',
  ],
  async run({ positionals: [alias = '', ...assignments] }, context) {
    const { database } = await context.open()
    const { subject } = await readCard({ ...context, db: database.db }, alias)
    // Validates before anything is written. changeCard parses again, against the card as it is in the transaction.
    const fields = readFields(assignments, subject)
    const done = { subjectId: subject.id, alias: subject.alias, detail: { fields: Object.keys(fields) } }
    const { changes } = await openAudited(context, { act: 'card.change', ...done })
    const changed = await changeCard({ changes, clock: context.clock }, subject.id, (now) => readFields(assignments, now))
    context.terminal.print(`${subject.alias}: ${count(Object.keys(fields).length, 'field')} changed, revision ${changed.revision}.`)
  },
}
