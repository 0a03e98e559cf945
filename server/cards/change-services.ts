import type { Changes } from '#server/db/changes.ts'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/outside/clock.ts'
import { updateSubject } from './card-store.ts'
import { putComponent, putService } from './service-store.ts'

export type ServiceChoice = {
  gradeServiceId: number
  directLink: string
  weight?: number
  capabilities?: number
  ignoreService?: boolean
  /** Where a review is written. */
  reviewLink?: string
}

const reviewLinkComponent = 1

/** Says which services a card links to. */
export async function changeServices(
  { changes, clock }: { changes: Changes; clock: Clock },
  subjectId: string,
  choices: readonly ServiceChoice[],
) {
  await changes.write(async (tx, tell) => {
    for (const choice of choices) await addService(tx, subjectId, choice)
    await updateSubject(tx, subjectId, {}, clock.now())
    tell(`card:${subjectId}`)
  })
}

export async function addService(tx: Db, subjectId: string, { reviewLink, ...choice }: ServiceChoice) {
  await putService(tx, { subjectId, ...choice })
  if (!reviewLink) return
  await putComponent(tx, {
    subjectId,
    gradeServiceId: choice.gradeServiceId,
    gradeComponentId: reviewLinkComponent,
    currentValue: reviewLink,
  })
}
