import { setOperator } from '#server/accounts/set-operator.ts'
import { Refusal } from '#server/refusal.ts'
import type { Command } from '../command.ts'
import { recorded } from '../recorded.ts'

export const operator: Command = {
  name: 'operator',
  words: 'EMAIL',
  purpose: 'Lets an account into the admin pages.',
  about:
    'At /admin cards are found, put on plans, taken down and imported; jobs, mails and what operators did are read; stories, the guided tour and versions are published. For everybody else there is no such page. An operator signs in as nobody else and changes no words of anybody’s card.',
  changes: 'What the account may do, from its next request on. Whoever becomes an operator signs in anew.',
  flags: { remove: { meaning: 'Takes it back.' } },
  examples: ['operator maren@example.com', 'operator maren@example.com --remove'],
  async run({ words: [email = ''], has }, house) {
    const isOperator = !has('remove')
    const account = email.trim().toLowerCase()
    const { changes } = await recorded(house, { act: isOperator ? 'operator.grant' : 'operator.revoke', detail: { operator: account } })
    await changes.write(async (tx) => {
      if (!(await setOperator(tx, account, isOperator)))
        throw new Refusal(`There is no account with the e-mail ${email}. cards show ALIAS tells whose a card is.`)
    })
    const { say, note } = house.terminal
    say(isOperator ? `${email} is an operator from its next sign-in on.` : `${email} is no operator.`)
    if (isOperator) note(`They sign in anew. Their page: ${house.settings.publicUrl}/admin`)
  },
}
