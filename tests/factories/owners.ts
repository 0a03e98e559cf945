import { addOwner } from '#server/accounts/add-owner.ts'
import type { App } from '#server/app.ts'

/** Two owners of a card; returns their addresses in the order in which they get mail. */
export async function twoOwners({ changes, clock }: Pick<App['deps'], 'changes' | 'clock'>, subjectId: string) {
  const owners = [`ann-${subjectId}@example.com`, `bob-${subjectId}@example.com`] as const
  await changes.write(async (tx) => {
    for (const email of owners) await addOwner(tx, { subjectId, email }, clock.now())
  })
  return owners
}
