import { linkLifeMinutes, makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { Refusal } from '#server/refusal.ts'
import { jsonFlag, type Command } from '../command.ts'
import { forWhom, record } from '../recorded.ts'

export const loginLink: Command = {
  name: 'login-link',
  words: 'EMAIL',
  purpose: 'Makes a one-time sign-in address for an account.',
  about:
    `The address signs the account in once, within ${linkLifeMinutes} minutes. Whoever has it is that person, so hand it over by a way you trust. ` +
    'Only a hash of it is stored: it cannot be shown again. A new one ends the one before. ',
  changes: 'One row in the list of sign-in links, and one in the list of what operators did.',
  flags: jsonFlag,
  examples: ['login-link maren@example.com'],
  async run({ words: [email = ''], has }, house) {
    const { database } = await house.open()
    const link = await makeSignInLink({ db: database.db, clock: house.clock }, email, { isOperators: true })
    if (!link)
      throw new Refusal(
        `There is no account with the e-mail ${email}. cards show ALIAS tells whose a card is; cards create --owner EMAIL opens an account.`,
      )

    await record(house, { act: 'login-link', ...(await forWhom(database.db, email)) })
    const { publicUrl } = house.settings
    const address = `${publicUrl}/account/link?token=${link.token}`
    const { say, note } = house.terminal
    if (has('json')) return say(JSON.stringify({ address, expiresAt: link.expiresAt.toISOString() }))
    say(address)
    note(`Works once, until ${link.expiresAt.toISOString()} (${linkLifeMinutes} minutes).`)
    note('It signs the account in without a password.')
  },
}
