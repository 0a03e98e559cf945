import type { DraftService } from '#contract/cards/drafts.ts'
import type { LinkRow } from '../../../features/sign-in/new-card/read-links.ts'

/** The services of a card with these links among them: a new one stands in place of the old one of its kind. */
export function withLinks(before: readonly DraftService[], rows: readonly LinkRow[]): DraftService[] {
  const isNew = (id: number) => rows.some(({ service }) => service === id)
  const kept = before.filter(({ gradeServiceId }) => !isNew(gradeServiceId))
  return [
    ...kept,
    ...rows.map(({ link, service }) => ({ gradeServiceId: service, directLink: link, reviewLink: '', ignoreService: false })),
  ]
}
