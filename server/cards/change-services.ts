import type { Changes } from '#server/db/changes.ts'
import type { Clock } from '#server/outside/clock.ts'
import { updateSubject } from './card-store.ts'
import { putComponent, putService } from './service-store.ts'

export type ServiceChoice = { gradeServiceId: number; directLink: string; weight?: number; capabilities?: number; ignoreService?: boolean; reviewLink?: string }

/** The component that holds where a review is written. */
const reviewLinkComponent = 1

/** Says which services a card links to. */
export async function changeServices({ changes, clock }: { changes: Changes; clock: Clock }, subjectId: string, choices: readonly ServiceChoice[]) {
  await changes.write(async (tx, tell) => {
    for (const { reviewLink, ...choice } of choices) {
      await putService(tx, { subjectId, ...choice })
      if (reviewLink) await putComponent(tx, { subjectId, gradeServiceId: choice.gradeServiceId, gradeComponentId: reviewLinkComponent, currentValue: reviewLink })
    }
    await updateSubject(tx, subjectId, {}, clock.now())
    tell(`card:${subjectId}`)
  })
}
