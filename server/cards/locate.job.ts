import type { Job } from '#server/jobs/job.ts'
import { updateLocation, type LocateNeeds } from './update-location.ts'

export function locateCard(needs: LocateNeeds): Job<'cards.locate'> {
  return { name: 'cards.locate', run: ({ subjectId }) => updateLocation(needs, subjectId) }
}
