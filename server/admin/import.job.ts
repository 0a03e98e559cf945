import type { Job } from '#server/jobs/job.ts'
import { makeCards, type ImportNeeds } from './make-cards.ts'

export function importCardsJob(needs: ImportNeeds): Job<'desk.import'> {
  return { name: 'desk.import', run: ({ importId }) => makeCards(needs, importId) }
}
