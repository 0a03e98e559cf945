import { claimCodeDays, makeClaimCode } from '#server/cards/claims/make-claim-code.ts'
import { isProblem } from '#contract/api.ts'
import { UserError } from '#server/common/user-error.ts'
import { jsonFlag, type Command } from '../command.ts'
import { recordAudit } from '../audited.ts'

export const claimCode: Command = {
  name: 'claim-code',
  args: 'ALIAS',
  purpose: 'Creates a code to claim a card without an owner.',
  about:
    `The person who enters it at the printed address becomes the owner; the card is then published and on trial. It works once, within ${claimCodeDays.operator} days. ` +
    'Only its hash is stored, so it cannot be shown again. A new code replaces the previous one.',
  changes: 'One row in the list of claim codes.',
  flags: jsonFlag,
  examples: ['claim-code anna'],
  async run({ positionals: [alias = ''], has }, context) {
    const { database } = await context.open()
    const made = await makeClaimCode({ db: database.db, clock: context.clock }, alias, 'operator').catch((thrown: unknown) => {
      if (isProblem(thrown) && thrown.problem.type === '/problems/card-not-found')
        throw new UserError(`There is no card ${alias} without an owner. cards show ${alias} shows its owner.`)
      throw thrown
    })
    await recordAudit(context, { act: 'card.claim-code', alias })
    const address = `${context.settings.publicUrl}/account/claim/${alias.toLowerCase()}`
    const { print, printNote } = context.terminal
    if (has('json')) return print(JSON.stringify({ code: made.code, address, expiresAt: made.expiresAt.toISOString() }))
    print(made.code)
    printNote(`Enter it at ${address}`)
    printNote(`Works once, until ${made.expiresAt.toISOString()} (${claimCodeDays.operator} days).`)
  },
}
