import { describeAccount } from '#server/accounts/describe-account.ts'
import { linkLifeMinutes, makeSignInLink } from '#server/accounts/make-link.ts'
import type { DoneAct } from '#server/audit/write-act.ts'
import { listCardsById } from '#server/cards/list-cards-by-id.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { jsonFlag, type Command } from '../command.ts'
import { record } from '../recorded.ts'

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
    const link = await makeSignInLink({ db: database.db, clock: house.clock }, email)
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

/** An operator by their e-mail, an owner by their oldest card: the book holds no other person's address. */
async function forWhom(db: Db, email: string): Promise<Omit<DoneAct, 'act'>> {
  const account = await describeAccount(db, email)
  const [subjectId] = account?.subjectIds ?? []
  const [card] = subjectId === undefined ? [] : await listCardsById(db, [subjectId])
  return {
    ...(card ? { subjectId: card.id, alias: card.alias } : {}),
    ...(account?.isOperator ? { detail: { operator: email.trim().toLowerCase() } } : {}),
  }
}
