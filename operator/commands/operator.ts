import { setOperator } from '#server/accounts/set-operator.ts'
import { Refusal } from '#server/refusal.ts'
import type { Command } from '../command.ts'

export const operator: Command = {
  name: 'operator',
  words: 'EMAIL',
  purpose: 'Lets an account into the operator’s page.',
  about:
    'At /operator/releases stories, the guided tour and versions are written and published. For everybody else there is no such page. An operator may do nothing more with anybody’s card.',
  changes: 'What the account may do, from its next request on.',
  flags: { remove: { meaning: 'Takes it back.' } },
  examples: ['operator maren@example.com', 'operator maren@example.com --remove'],
  async run({ words: [email = ''], has }, house) {
    const { changes } = await house.open()
    const isOperator = !has('remove')
    if (!(await changes.write((tx) => setOperator(tx, email, isOperator))))
      throw new Refusal(`There is no account with the e-mail ${email}. cards show ALIAS tells whose a card is.`)
    const { say, note } = house.terminal
    say(isOperator ? `${email} is an operator.` : `${email} is no operator.`)
    if (isOperator) note(`Their page: ${house.settings.publicUrl}/operator/releases`)
  },
}
