import { createHash } from 'node:crypto'
import { ownCardsMax, type NewCard } from '#contract/cards/aliases.ts'
import { addMember } from '#server/accounts/add-owner.ts'
import { holdAccount, readLeaving } from '#server/accounts/read-account.ts'
import { setPlan, type PlanLengths } from '#server/billing/orders/set-plan.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { findSubmitted, holdLooks, insertSubmission } from '../aliases/near-alias-store.ts'
import { createCard } from './create-card.ts'
import { judgeAlias } from '../aliases/judge-alias.ts'
import { readAlias } from '../public/read-alias.ts'

type Needs = { changes: Changes; clock: Clock; settings: Pick<Settings, 'productSlug'> & PlanLengths }

/** Creates a card for the signed-in account; its first card starts a trial. One transaction, and idempotent by submission. */
export async function createOwnCard({ changes, clock, settings }: Needs, caller: Caller, input: NewCard): Promise<{ alias: string }> {
  if (caller.kind !== 'owner') throw problem('not-signed-in')
  const { accountId, subjectIds } = caller
  const { submissionId, ...content } = input
  const { alias: typed, ...fields } = content
  const submittedHash = hashOf(content)
  return changes.write(async (tx, tell) => {
    // Two presses of one person come one after the other: the second finds what the first made.
    const account = await holdAccount(tx, accountId)
    if (!account) throw problem('not-signed-in')
    const before = await findSubmitted(tx, accountId, submissionId)
    if (before?.submittedHash && !before.submittedHash.equals(submittedHash))
      throw problem('input-invalid', {
        detail: `This form made your card already, with other words in it: it is at /${before.alias}. Change it there.`,
      })
    if (before) return { alias: before.alias }
    if (await readLeaving(tx, accountId)) throw problem('account-leaving')
    if (account.cardCount >= ownCardsMax) throw problem('card-limit')

    await holdLooks(tx, readAlias(typed).alias)
    const now = clock.now()
    const { state, why, alias } = await judgeAlias(tx, { typed, productSlug: settings.productSlug, subjectIds, now })
    if (state !== 'free') throw problem('conflict', { faults: [{ path: 'alias', message: whyNot[why || state] }] })

    const card = await createCard(tx, { alias, ...fields, ...namesOf(input) }, now)
    await insertSubmission(tx, { subjectId: card.id, accountId, submissionId, submittedHash, createdAt: now })
    await addMember(tx, { subjectId: card.id, accountId }, now)
    if (account.cardCount === 0) await setPlan(tx, card.id, { plan: 'PRO', state: 'trial' }, { now, lengths: settings })
    tell(`card:${card.id}`)
    return { alias: card.alias }
  })
}

const whyNot = {
  free: '',
  taken: 'This address is taken.',
  reserved: 'That address isn’t available.',
  refused: 'That address isn’t allowed.',
  invalid: 'An alias can only contain letters, numbers and hyphens.',
  word: 'That address isn’t allowed.',
  letters: 'This address holds letters that only look like ours.',
  close: 'That’s too similar to an existing address.',
} as const

function hashOf(content: Omit<NewCard, 'submissionId'>): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest()
}

/** A team has one name; a person’s last word is theirs alone. */
function namesOf({ fullName, profile }: NewCard) {
  const words = fullName.trim().split(/\s+/)
  if (profile === 2 || words.length < 2) return { firstName: fullName, lastName: '' }
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}
