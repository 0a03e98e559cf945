import { claimCodeDays, makeClaimCode } from '#server/cards/claims/make-claim-code.ts'
import { isRefused } from '#contract/api.ts'
import { Refusal } from '#server/refusal.ts'
import { jsonFlag, type Command } from '../command.ts'
import { record } from '../recorded.ts'

export const claimCode: Command = {
  name: 'claim-code',
  words: 'ALIAS',
  purpose: 'Makes a code that lets somebody take over a card without an owner.',
  about:
    `Whoever types it at the address that is shown has the card, which is then open and on trial. It works once, within ${claimCodeDays.operator} days. ` +
    'Only a hash of it is stored: it cannot be shown again. A new one ends the one before.',
  changes: 'One row in the list of claim codes.',
  flags: jsonFlag,
  examples: ['claim-code anna'],
  async run({ words: [alias = ''], has }, house) {
    const { database } = await house.open()
    const made = await makeClaimCode({ db: database.db, clock: house.clock }, alias, 'operator').catch((thrown: unknown) => {
      if (isRefused(thrown) && thrown.problem.type === '/problems/card-not-found')
        throw new Refusal(`There is no card ${alias} without an owner. cards show ${alias} tells whose it is.`)
      throw thrown
    })
    await record(house, { act: 'card.claim-code', alias })
    const address = `${house.settings.publicUrl}/account/claim/${alias.toLowerCase()}`
    const { say, note } = house.terminal
    if (has('json')) return say(JSON.stringify({ code: made.code, address, expiresAt: made.expiresAt.toISOString() }))
    say(made.code)
    note(`To be typed at ${address}`)
    note(`Works once, until ${made.expiresAt.toISOString()} (${claimCodeDays.operator} days).`)
  },
}
